// Stretches the words of a page to the boxes that they have on it: by letter spacing, which leaves the text whole.
import type { PageWord } from "../generated/PageWord";
import { around, linesOf } from "./lines";

/** The layer is laid out so many times larger than the page is in points: WebKit may round the width of small letters to whole pixels. */
export const UNITS = 10;

/** A line in units, and its words with the spacing that brings each to its width. */
export interface SpreadLine {
  left: number;
  top: number;
  height: number;
  size: number;
  words: { text: string; spacing: number }[];
}

/** Share of a line's height that its letters' size is taken for. */
const SIZE_SHARE = 0.82;
const MEASURE_PX = 100;

let measuring: CanvasRenderingContext2D | null = null;

/** Returns a text's width, as a multiple of the letters' size. */
function widthOf(text: string): number {
  if (!measuring) {
    measuring = document.createElement("canvas").getContext("2d");
    if (measuring) measuring.font = `${MEASURE_PX}px sans-serif`;
  }
  return measuring ? measuring.measureText(text).width / MEASURE_PX : text.length / 2;
}

/** A gap below a line of more than this share of its height ends a paragraph. */
const PARAGRAPH_SHARE = 0.5;

export function spread(words: PageWord[]): SpreadLine[] {
  const lines = linesOf(words, (word) => word.bounds);
  return lines.map((line, at) => {
    const [left, top, , bottom] = around(line.map((word) => word.bounds));
    const height = bottom - top;
    // What is copied flows on within a paragraph, as the lawyer will paste it.
    const below = lines[at + 1]?.[0]?.bounds[1];
    const flowsOn = below !== undefined && below > top && below - bottom < height * PARAGRAPH_SHARE;
    const ending = flowsOn ? " " : "\n";
    const size = height * SIZE_SHARE;
    const stretched = line.map((word, index) => {
      const next = line[index + 1];
      const text = next ? `${word.text} ` : word.text;
      const width = (next ? next.bounds[0] : word.bounds[2]) - word.bounds[0];
      const spacing = (width / size - widthOf(text)) / Array.from(text).length;
      return { text: next ? text : text + ending, spacing };
    });
    return { left: left * UNITS, top: top * UNITS, height: height * UNITS, size: size * UNITS, words: stretched };
  });
}
