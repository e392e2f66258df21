// Text as it is compared when searching: no case, no accents, no typographic variants, one space for any white space.

/** Folded text and, for each of its UTF-16 units, the code point of the original that it comes from. */
export interface Folded {
  text: string;
  from: number[];
}

const VARIANTS: Record<string, string> = { "’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-", "‑": "-", "−": "-", "\u00ad": "" };

function foldPoint(point: string): string {
  if (point <= "\u007f") return point.toLowerCase();
  return VARIANTS[point] ?? point.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Folds a text. */
export function fold(original: string): Folded {
  let text = "";
  const from: number[] = [];
  let index = 0;
  for (const point of original) {
    const folded = /\s/.test(point) ? (text.endsWith(" ") ? "" : " ") : foldPoint(point);
    for (let unit = 0; unit < folded.length; unit++) from.push(index);
    text += folded;
    index += 1;
  }
  return { text, from };
}

/** Returns where `query`, folded, stands in `folded`, as code points of the original: first and one past the last. */
export function occurrences(folded: Folded, query: string): [number, number][] {
  const found: [number, number][] = [];
  if (query === "") return found;
  for (let at = folded.text.indexOf(query); at >= 0; at = folded.text.indexOf(query, at + query.length)) {
    const start = folded.from[at] ?? 0;
    const last = folded.from[at + query.length - 1] ?? start;
    found.push([start, last + 1]);
  }
  return found;
}
