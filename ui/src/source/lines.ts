// Words into lines: what stands side by side, in reading order, at about the same height.

/** Left, top, right, bottom in points. */
export type Box = [number, number, number, number];

/** A gap wider than so many line heights is a column or a table's cell, not a space. */
const GAP_HEIGHTS_MAX = 3;

function continues(last: Box, next: Box): boolean {
  const height = Math.min(last[3] - last[1], next[3] - next[1]);
  const overlap = Math.min(last[3], next[3]) - Math.max(last[1], next[1]);
  const gap = next[0] - last[2];
  return overlap > height / 2 && gap > -height && gap < GAP_HEIGHTS_MAX * height;
}

/** Groups items by line; items are in reading order. */
export function linesOf<T>(items: readonly T[], boxOf: (item: T) => Box): T[][] {
  const lines: T[][] = [];
  let last: Box | null = null;
  for (const item of items) {
    const box = boxOf(item);
    const line = last && continues(last, box) ? lines.at(-1) : undefined;
    if (line) line.push(item);
    else lines.push([item]);
    last = box;
  }
  return lines;
}

/** Returns the smallest box around all of them. */
export function around(boxes: readonly Box[]): Box {
  return boxes.reduce((a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]);
}

/** Merges the boxes of words into one a line, so that a mark has no holes between its words. */
export function merged(boxes: readonly Box[]): Box[] {
  return linesOf(boxes, (box) => box).map(around);
}
