// The sources of an answer: each citation once, numbered in the order in which the sentences cite them.
import type { Citation } from "../generated/Citation";
import type { Claim } from "../generated/Claim";

/** A citation and its number in the answer. */
export interface Numbered {
  number: number;
  citation: Citation;
}

function keyOf(citation: Citation): string {
  return `${citation.sha256}:${citation.start}:${citation.end}`;
}

/** Returns the sources of the sentences, the first one cited being [1]. */
export function sourcesOf(claims: Claim[]): Numbered[] {
  const seen = new Map<string, Numbered>();
  for (const citation of claims.flatMap((claim) => claim.citations)) {
    const key = keyOf(citation);
    if (!seen.has(key)) seen.set(key, { number: seen.size + 1, citation });
  }
  return [...seen.values()];
}

/** Returns the sources that one sentence cites, each once. */
export function sourcesIn(claim: Claim, sources: Numbered[]): Numbered[] {
  const keys = new Set(claim.citations.map(keyOf));
  return sources.filter(({ citation }) => keys.has(keyOf(citation)));
}
