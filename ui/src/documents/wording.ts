// Findings in words: many pages with the same finding become one line.
import type { Problem } from "../generated/Problem";
import { language, text } from "../i18n/index.svelte";
import { informs, type Row } from "./rows";

/** One kind of finding on its pages. */
export interface Finding {
  code: Problem["code"];
  pages: number[];
  /** The reader's own sentences, in English. */
  messages: string[];
  informs: boolean;
}

/** What keeps a document from being read comes first, what only informs last. */
const GRAVEST = ["needs_password", "unreachable", "damaged", "format_not_read", "limit_reached", "reader_failed", "empty", "ocr_missing", "page_unread", "partly_read"];

function gravity(finding: Finding): number {
  const at = GRAVEST.indexOf(finding.code);
  return at < 0 ? GRAVEST.length : at;
}

/** Returns a document's findings, the gravest first. */
export function findingsOf(problems: readonly Problem[]): Finding[] {
  const byCode = new Map<string, Finding>();
  for (const problem of problems) {
    const finding: Finding = byCode.get(problem.code) ?? { code: problem.code, pages: [], messages: [], informs: informs(problem) };
    byCode.set(problem.code, finding);
    if (problem.page !== null) finding.pages.push(problem.page);
    finding.messages.push(problem.message);
  }
  return [...byCode.values()].toSorted((one, other) => gravity(one) - gravity(other));
}

/** "3, 7 and 9–12". */
export function pageList(pages: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const page of [...new Set(pages)].toSorted((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last && page === last[1] + 1) last[1] = page;
    else runs.push([page, page]);
  }
  const written = runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(written);
}

/** Returns a finding in a few words, with its pages. */
export function inShort(finding: Finding): string {
  const words = text.words.problem[finding.code];
  if (finding.pages.length === 0) return words;
  const one = finding.pages.length === 1;
  if (finding.code === "page_unread") return text.documents.pagesUnread(pageList(finding.pages), one);
  return text.documents.pageFindings(words, pageList(finding.pages), one);
}

/** Returns the state of a document in words: what it is, then the gravest finding. */
export function stateInWords(row: Row): { status: string; finding: string | null; sign: "good" | "warn" | "quiet" } {
  const { status, problems, needs_you } = row.ledger;
  const [gravest] = findingsOf(problems);
  const sign = needs_you || status === "unreachable" ? "warn" : status === "indexed" ? "good" : "quiet";
  return { status: text.words.status[status], finding: gravest ? inShort(gravest) : null, sign };
}
