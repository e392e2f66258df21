// Finding words in the document that is open: over the words of its pages, or over its paragraphs.
import type { PageWord } from "../generated/PageWord";
import { fold, occurrences, type Folded } from "./fold";
import { merged } from "./lines";
import type { Mark, Reader } from "./reader.svelte";

/** Where the words stand: code points of the document, and on pages the boxes. */
export interface Found extends Mark {
  start: number;
  end: number;
}

/** A part of the document, ready to be searched. */
interface Part {
  folded: Folded;
  found: (start: number, end: number) => Found;
}

/** More are counted as "more than" so many. */
export const FOUND_MAX = 2000;
const WAIT_MS = 150;

export class Finding {
  isOpen = $state(false);
  query = $state("");
  found = $state.raw<Found[]>([]);
  at = $state(0);
  isBusy = $state(false);
  isCut = $state(false);
  #reader: Reader;
  #parts = new Map<number, Part>();
  #runs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  get current(): Found | null {
    return this.isOpen ? (this.found[this.at] ?? null) : null;
  }

  /** Forgets what belongs to the document before. */
  reset(): void {
    this.#parts.clear();
    this.found = [];
    this.at = 0;
    if (this.isOpen && this.query) this.look();
  }

  close(): void {
    this.isOpen = false;
    this.#runs += 1;
    this.isBusy = false;
  }

  /** Looks for the query, once typing has paused. */
  look(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), WAIT_MS);
  }

  go(step: number): void {
    if (this.found.length === 0) return;
    this.at = (this.at + step + this.found.length) % this.found.length;
    this.#show();
  }

  async #run(): Promise<void> {
    const run = ++this.#runs;
    const query = fold(this.query.trim()).text;
    this.at = 0;
    this.found = [];
    this.isCut = false;
    if (query === "") return;
    this.isBusy = true;
    const all: Found[] = [];
    const count = this.#reader.source?.drawn ? this.#reader.source.pages.length : this.#reader.blocks.length;
    const isDrawn = this.#reader.source?.drawn ?? false;
    for (let index = 0; index < count && !this.isCut; index++) {
      const part = isDrawn ? await this.#page(index + 1) : this.#block(index);
      if (run !== this.#runs) return;
      for (const [start, end] of part ? occurrences(part.folded, query) : []) all.push(part!.found(start, end));
      this.isCut = all.length >= FOUND_MAX;
      // What is found first is shown while the later pages are still being read.
      if (isDrawn && all.length > this.found.length) this.#publish(all);
    }
    if (all.length > this.found.length) this.#publish(all);
    this.isBusy = false;
  }

  #publish(all: Found[]): void {
    const isFirst = this.found.length === 0;
    this.found = [...all];
    if (isFirst) this.#show();
  }

  #show(): void {
    const current = this.current;
    if (current) this.#reader.target = { page: current.page, top: current.boxes[0]?.[1] ?? null, start: current.start, takesFocus: false };
  }

  async #page(page: number): Promise<Part | null> {
    const known = this.#parts.get(page);
    if (known) return known;
    // A page whose words cannot be had is passed over: the page itself says what is wrong with it.
    const words = await this.#reader.words(page).catch(() => []);
    const part = pagePart(page, words);
    this.#parts.set(page, part);
    return part;
  }

  #block(index: number): Part | null {
    const block = this.#reader.blocks[index];
    if (!block) return null;
    const known = this.#parts.get(index);
    if (known) return known;
    const part: Part = {
      folded: fold(block.text),
      found: (start, end) => ({ start: block.start + start, end: block.start + end, page: block.page ?? 1, boxes: [] }),
    };
    this.#parts.set(index, part);
    return part;
  }
}

/** The words of a page as one text. A word broken by a hyphen at the end of its line is one word. */
function pagePart(page: number, words: PageWord[]): Part {
  let text = "";
  let points = 0;
  const from: number[] = [];
  words.forEach((word, index) => {
    const next = words[index + 1];
    const isBroken = word.text.endsWith("-") && next !== undefined && next.bounds[1] > word.bounds[3] - 1;
    const own = isBroken ? word.text.slice(0, -1) : `${word.text} `;
    text += own;
    const length = Array.from(own).length;
    for (let point = 0; point < length; point++) from.push(index);
    points += length;
  });
  const found = (start: number, end: number): Found => {
    const first = from[start] ?? 0;
    const last = from[Math.min(end, points) - 1] ?? first;
    const hit = words.slice(first, last + 1);
    return { page, boxes: merged(hit.map((word) => word.bounds)), start: hit[0]?.start ?? 0, end: hit.at(-1)?.end ?? 0 };
  };
  return { folded: fold(text), found };
}
