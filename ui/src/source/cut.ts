// A paragraph cut at the ends of what is marked in it.

/** A span of the document that is to be shown in it. */
export interface Range {
  start: number;
  end: number;
  kind: "mark" | "found" | "current";
}

/** A piece of a paragraph; a plain one has no kind. */
export interface Piece {
  text: string;
  kind: Range["kind"] | null;
}

const RANK: Record<Range["kind"], number> = { mark: 1, found: 2, current: 3 };

/**
 * Cuts `text`, whose first code point is `start` of the document. Where ranges overlap, what was found lies over the mark.
 */
export function cut(text: string, start: number, ranges: Range[]): Piece[] {
  // Spans count code points; a string counts UTF-16 units.
  const points = Array.from(text);
  const kinds = new Array<Range["kind"] | null>(points.length).fill(null);
  for (const range of ranges.toSorted((a, b) => RANK[a.kind] - RANK[b.kind])) {
    kinds.fill(range.kind, Math.max(0, range.start - start), Math.max(0, Math.min(points.length, range.end - start)));
  }
  const pieces: Piece[] = [];
  points.forEach((point, index) => {
    const kind = kinds[index] ?? null;
    const last = pieces.at(-1);
    if (last && last.kind === kind) last.text += point;
    else pieces.push({ text: point, kind });
  });
  return pieces;
}
