// The document in the source pane: what was opened, its pages or paragraphs, the marks of the quote, and where to go.
import { api } from "../api";
import { failureOf } from "../contract";
import type { Block } from "../generated/Block";
import type { Failure } from "../generated/Failure";
import type { PageWord } from "../generated/PageWord";
import type { Source } from "../generated/Source";
import type { SourcePage } from "../generated/SourcePage";
import type { Opened } from "../state/view.svelte";
import { merged, type Box } from "./lines";

/** Marked lines of one page. */
export interface Mark {
  page: number;
  boxes: Box[];
}

/** Where to scroll. A new one, even to the same place, scrolls again. */
export interface Target {
  page: number;
  /** Height on the page in points; `null` is its top. */
  top: number | null;
  /** Code point, for a document of paragraphs. */
  start: number;
  /** Whether the focus goes there too. */
  takesFocus: boolean;
}

/** CSS pixels a point at 100 %. */
export const SCALE_WHOLE = 96 / 72;
const ZOOM_MIN = 0.25;
const ZOOM_MAX = 4;
const ZOOM_STEP = 1.2;

export class Reader {
  opened = $state.raw<Opened | null>(null);
  source = $state.raw<Source | null>(null);
  failure = $state.raw<Failure | null>(null);
  blocks = $state.raw<Block[]>([]);
  marks = $state.raw<Mark[]>([]);
  target = $state.raw<Target | null>(null);
  /** The page that is being read. */
  page = $state(1);
  /** `null` fits the width. */
  zoom = $state<number | null>(null);
  /** The zoom at which the width fits; the pages tell it. */
  fitting = $state(1);
  /** Which part of the quote was gone to last. */
  markAt = $state(0);
  #words = new Map<number, Promise<PageWord[]>>();
  #openings = 0;

  async open(opened: Opened): Promise<void> {
    const opening = ++this.#openings;
    this.opened = opened;
    try {
      if (this.source?.sha256 !== opened.sha256) {
        this.#clear();
        const source = await api.source(opened.sha256);
        const blocks = source.drawn ? [] : await api.blocks(opened.sha256);
        if (opening !== this.#openings) return;
        this.blocks = blocks;
        this.source = source;
      }
      this.failure = null;
      const marks = this.source?.drawn && opened.span ? await api.boxes(opened.sha256, opened.span.start, opened.span.end) : [];
      if (opening !== this.#openings) return;
      this.marks = marks.map(({ page, boxes }) => ({ page, boxes: merged(boxes) }));
      this.#begin(opened);
    } catch (error) {
      if (opening === this.#openings) this.failure = failureOf(error);
    }
  }

  /** Returns the words of a page; asked for once. */
  words(page: number): Promise<PageWord[]> {
    const known = this.#words.get(page);
    if (known) return known;
    const asked = api.pageWords(this.source?.sha256 ?? "", page);
    this.#words.set(page, asked);
    asked.catch(() => this.#words.delete(page));
    return asked;
  }

  pageRow(number = this.page): SourcePage | undefined {
    return this.source?.pages[number - 1];
  }

  /** Returns the page that the user calls so: by its printed label, else by its number. */
  pageCalled(name: string): number | null {
    const pages = this.source?.pages ?? [];
    const wished = name.trim().toLowerCase();
    const found = pages.find((page) => page.label?.toLowerCase() === wished) ?? pages.find((page) => String(page.number) === wished);
    return found?.number ?? null;
  }

  toPage(page: number): void {
    const count = this.source?.pages.length ?? 0;
    const number = Math.max(1, Math.min(page, count));
    this.page = number;
    this.target = { page: number, top: null, start: this.#firstOf(number), takesFocus: false };
  }

  toMark(index: number): void {
    const mark = this.marks[index];
    if (!mark) return;
    this.markAt = index;
    this.target = { page: mark.page, top: mark.boxes[0]?.[1] ?? null, start: 0, takesFocus: true };
  }

  zoomBy(steps: number): void {
    const now = this.zoom ?? this.fitting;
    this.zoom = Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, now * ZOOM_STEP ** steps));
  }

  #begin(opened: Opened): void {
    this.markAt = 0;
    if (this.marks.length > 0) {
      this.toMark(0);
      return;
    }
    const page = opened.page ?? 1;
    this.page = page;
    this.target = { page, top: null, start: opened.span?.start ?? this.#firstOf(page), takesFocus: true };
  }

  /** Returns where the paragraphs of a page begin. */
  #firstOf(page: number): number {
    return this.blocks.find((block) => (block.page ?? 1) >= page)?.start ?? 0;
  }

  #clear(): void {
    this.source = null;
    this.failure = null;
    this.blocks = [];
    this.marks = [];
    this.target = null;
    this.page = 1;
    this.#words.clear();
  }
}
