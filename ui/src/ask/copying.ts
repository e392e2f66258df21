// An answer as text to be pasted or saved. A sentence that was not found in its source keeps that mark wherever it goes.
import type { Answer } from "../generated/Answer";
import type { Citation } from "../generated/Citation";
import type { Claim } from "../generated/Claim";
import { day, fileName } from "../i18n/format.svelte";
import { text } from "../i18n/index.svelte";
import { reference } from "../i18n/place.svelte";
import { sourcesIn, sourcesOf, type Numbered } from "./cited";

/** What is copied: a whole answer, or as far as a stopped one came. */
export interface Copied {
  question: string;
  claims: Claim[];
  answer: Answer | null;
}

function marked(claim: Claim): string {
  return claim.support === "unsupported" ? `${claim.text} [${text.ask.unsupportedMark}]` : claim.text;
}

function numbers(claim: Claim, sources: Numbered[]): string {
  return sourcesIn(claim, sources)
    .map(({ number }) => ` [${number}]`)
    .join("");
}

/** A quote and where it stands, as Markdown. */
function quoted(citation: Citation): string[] {
  const date = citation.document_date ? ` (${day(citation.document_date)})` : "";
  return [`${reference(citation)}${date}`, "", `> ${citation.quote.replaceAll("\n", "\n> ")}`, ""];
}

/** Returns the sentences alone. */
export function plain({ claims, answer }: Copied): string {
  return claims.length > 0 ? claims.map(marked).join(" ") : (answer?.answer ?? "");
}

/** Returns the sentences with their numbers, and below them what the numbers stand for. */
export function withCitations(copied: Copied): string {
  const sources = sourcesOf(copied.claims);
  if (sources.length === 0) return plain(copied);
  const sentences = copied.claims.map((claim) => marked(claim) + numbers(claim, sources)).join(" ");
  const list = sources.map(({ number, citation }) => `[${number}] ${reference(citation)}: «${citation.quote}»`);
  return [sentences, "", ...list].join("\n");
}

/** Returns the question, its answer and its sources as Markdown. */
export function markdown(copied: Copied): string {
  const { question, claims, answer } = copied;
  const sources = sourcesOf(claims);
  const body = claims.length > 0 ? claims.map((claim) => `- ${claim.text}${numbers(claim, sources)} *(${text.words.support[claim.support]})*`) : [answer?.answer ?? ""];
  const lines = [`# ${question}`, "", ...body, ""];
  if (answer?.notice) lines.push(`> ${answer.notice}`, "");
  for (const { earlier, later } of answer?.conflicts ?? []) {
    lines.push(`## ${text.ask.conflicts}`, "", `${text.ask.earlierSays}: ${quoted(earlier).join("\n")}`, `${text.ask.laterSays}: ${quoted(later).join("\n")}`);
  }
  if (sources.length > 0) {
    lines.push(`## ${text.ask.sources}`, "");
    for (const { number, citation } of sources) {
      const [first, ...rest] = quoted(citation);
      lines.push(`[${number}] ${first}`, ...rest);
    }
  }
  if (answer) lines.push(scopeLine(answer), ...answer.scope.unread.map((path) => `- ${fileName(path)}`));
  return lines.join("\n");
}

function scopeLine(answer: Answer): string {
  const { searched, pending, unread } = answer.scope;
  const parts = [text.ask.searched(String(searched), searched === 1)];
  if (pending > 0) parts.push(text.ask.pending(String(pending)));
  if (unread.length > 0) parts.push(text.ask.unread(String(unread.length)));
  return parts.join(" · ");
}
