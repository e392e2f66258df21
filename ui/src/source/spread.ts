// Stretches the words of a page to the boxes that they have on it: by letter spacing, which leaves the text whole.
import type { PageWord } from "../generated/PageWord";
import { around, linesOf } from "./lines";

/** A line in points, and its words with the spacing that brings each to its width. */
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

export function spread(words: PageWord[]): SpreadLine[] {
  return linesOf(words, (word) => word.bounds).map((line) => {
    const [left, top, , bottom] = around(line.map((word) => word.bounds));
    const height = bottom - top;
    const size = height * SIZE_SHARE;
    const stretched = line.map((word, index) => {
      const next = line[index + 1];
      const text = next ? `${word.text} ` : word.text;
      const width = (next ? next.bounds[0] : word.bounds[2]) - word.bounds[0];
      return { text, spacing: (width / size - widthOf(text)) / Array.from(text).length };
    });
    return { left, top, height, size, words: stretched };
  });
}
