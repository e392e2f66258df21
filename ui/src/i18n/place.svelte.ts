// Where something stands, in words: "Contrato.pdf, p. 4, cl. 9.ª". One form for the list of sources, the pane and what is copied.
import type { Place } from "../generated/Place";
import { fileName } from "./format.svelte";
import { text } from "./index.svelte";

/** What a citation and a hit have in common. */
export interface Placed {
  path: string;
  heading: string[];
  page: number | null;
  page_label: string | null;
  page_approximate: boolean;
  place: Place;
}

/** "p. 4", "p. iv", "p. 4 approx." or "para. 12". */
export function placeOf(at: Placed): string {
  if (at.page === null) return text.words.block(String(at.place.number));
  const label = at.page_label ?? String(at.page);
  return at.page_approximate ? text.words.pageAbout(label) : text.words.page(label);
}

/** "Contrato.pdf, p. 4, cl. 9.ª". */
export function reference(at: Placed): string {
  return [fileName(at.path), placeOf(at), at.heading.at(-1)].filter(Boolean).join(", ");
}
