// The invented documents: their text, where their words stand on their pages, and the pages' pictures.
import type { Block } from "../generated/Block";
import type { BlockKind } from "../generated/BlockKind";
import type { PageWord } from "../generated/PageWord";
import type { Source } from "../generated/Source";

/** An invented document. */
export interface Paper {
  source: Source;
  /** Code points of the whole text. */
  points: string[];
  words: PageWord[][];
  blocks: Block[];
  headings: { start: number; text: string }[];
}

const WIDTH = 595;
const HEIGHT = 842;
const LEFT = 72;
const RIGHT = 523;
const SIZE = 11;
const LEADING = 16.5;

const measuring = document.createElement("canvas").getContext("2d")!;

function fontOf(isHeading: boolean): string {
  return `${isHeading ? "bold " : ""}${SIZE}px "DejaVu Serif", serif`;
}

/** Sets paragraphs on pages, justified; `\f` begins a page and `# ` a heading. */
export function drawn(path: string, sha256: string, labels: string[], scanned: number[], written: string): Paper {
  const paper: Paper = {
    source: { path, sha256, format: "pdf", title: "", date: "2021-03-03", drawn: true, pages: [], problems: [] },
    points: [],
    words: [],
    blocks: [],
    headings: [],
  };
  written.split("\f").forEach((page, index) => {
    const words: PageWord[] = [];
    let y = 80;
    for (const paragraph of page.trim().split("\n")) y = setParagraph(paper, words, paragraph, y) + 7;
    paper.words.push(words);
    paper.source.pages.push({
      number: index + 1,
      label: labels[index] ?? null,
      width: WIDTH,
      height: HEIGHT,
      approximate: false,
      ink_covered: scanned.includes(index + 1) ? 0.94 : null,
    });
  });
  return paper;
}

function setParagraph(paper: Paper, words: PageWord[], paragraph: string, top: number): number {
  const isHeading = paragraph.startsWith("# ");
  measuring.font = fontOf(isHeading);
  const space = measuring.measureText(" ").width;
  if (isHeading) paper.headings.push({ start: paper.points.length, text: paragraph.slice(2) });
  let y = top;
  let line: PageWord[] = [];
  const flush = (isLast: boolean): void => {
    const used = line.reduce((sum, word) => sum + word.bounds[2], 0);
    const gap = isLast || line.length < 2 ? space : (RIGHT - LEFT - used) / (line.length - 1);
    let x = LEFT;
    for (const word of line) {
      const width = word.bounds[2];
      word.bounds = [x, y, x + width, y + SIZE * 1.25];
      x += width + gap;
    }
    words.push(...line);
    line = [];
    y += LEADING;
  };
  for (const text of (isHeading ? paragraph.slice(2) : paragraph).split(" ")) {
    const width = measuring.measureText(text).width;
    const used = line.reduce((sum, word) => sum + word.bounds[2] + space, 0);
    if (line.length > 0 && LEFT + used + width > RIGHT) flush(false);
    const start = paper.points.length;
    paper.points.push(...text);
    line.push({ start, end: paper.points.length, text, bounds: [0, 0, width, 0] });
    paper.points.push(" ");
  }
  flush(true);
  return y;
}

/** A document of paragraphs; each line is `kind|text`, `h1|text` for a heading, and `\f` begins a page. */
export function flowing(path: string, sha256: string, format: string, pages: number, lines: string[]): Paper {
  const paper: Paper = {
    source: { path, sha256, format, title: "", date: "2023-05-15", drawn: false, pages: [], problems: [] },
    points: [],
    words: [],
    blocks: [],
    headings: [],
  };
  for (let number = 1; number <= pages; number++) {
    paper.source.pages.push({ number, label: null, width: 0, height: 0, approximate: true, ink_covered: null });
  }
  let page = 1;
  for (const line of lines) {
    if (line === "\f") {
      page += 1;
      continue;
    }
    const [kind = "body", text = ""] = line.split("|");
    const start = paper.points.length;
    const level = /^h(\d)$/.exec(kind)?.[1];
    if (level) paper.headings.push({ start, text });
    paper.blocks.push({ start, text, kind: level ? "heading" : (kind as BlockKind), level: Number(level ?? 0), page: pages > 0 ? page : null });
    paper.points.push(...text, "\n");
  }
  return paper;
}

const pictures = new Map<string, string>();

/** Draws a page and returns its address. */
export function picture(paper: Paper, number: number, scale: number): string {
  const key = `${paper.source.sha256}/${number}/${scale}`;
  const known = pictures.get(key);
  if (known) return known;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * scale;
  canvas.height = HEIGHT * scale;
  const to = canvas.getContext("2d")!;
  to.scale(scale, scale);
  to.fillStyle = paper.source.pages[number - 1]?.ink_covered === null ? "#ffffff" : "#f6f3ea";
  to.fillRect(0, 0, WIDTH, HEIGHT);
  to.fillStyle = "#1b1b1b";
  to.textBaseline = "top";
  for (const word of paper.words[number - 1] ?? []) {
    to.font = fontOf(paper.headings.some((one) => word.start >= one.start && word.start < one.start + one.text.length));
    to.fillText(word.text, word.bounds[0], word.bounds[1]);
  }
  const label = paper.source.pages[number - 1]?.label ?? String(number);
  to.font = `9px serif`;
  to.fillText(`— ${label} —`, WIDTH / 2 - 12, HEIGHT - 50);
  const bytes = Uint8Array.from(atob(canvas.toDataURL("image/png").split(",")[1] ?? ""), (char) => char.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: "image/png" }));
  pictures.set(key, address);
  return address;
}
