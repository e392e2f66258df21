// The ledger's rows made ready for the table: named, searchable, in order. No state and no texts here.
import type { LedgerRow } from "../generated/LedgerRow";
import type { Problem } from "../generated/Problem";
import type { ProblemCode } from "../generated/ProblemCode";
import type { Column, Kind } from "../i18n/documents";

/** A path of the ledger as the table shows it. */
export interface Row {
  path: string;
  name: string;
  /** Where it lies, from the library's folder on; of an attachment, where its parent does. */
  place: string;
  /** The file that it is attached to. */
  parent: Row | null;
  /** The file on disk: itself, or the outermost parent. */
  root: Row;
  /** What the filter looks through, folded. */
  haystack: string;
  ledger: LedgerRow;
}

/** Findings that only inform; nothing was lost. */
const INFORMING: readonly ProblemCode[] = ["signed", "tracked_changes", "hidden_text"];

/** Returns a text without case and accents. */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function cut(path: string): [folder: string, name: string] {
  const at = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
}

/** Returns where a directory lies inside a folder of the library, or that folder's name at its very top. */
function placeIn(folder: string, directory: string): string {
  const inside = directory.startsWith(folder) ? directory.slice(folder.length) : directory;
  return inside.split(/[\\/]/).filter(Boolean).join(" › ") || cut(folder)[1];
}

/** Returns whether a finding only informs. */
export function informs(problem: Problem): boolean {
  return INFORMING.includes(problem.code);
}

/** Returns whether a file lacks its password. */
export function lacksPassword(row: Row): boolean {
  return row.ledger.problems.some((problem) => problem.code === "needs_password");
}

/** Returns whether there is anything to show of a document. */
export function opens(row: Row): boolean {
  const { sha256, status, passages, pages } = row.ledger;
  return sha256 !== null && status !== "pending" && (passages > 0 || (pages ?? 0) > 0);
}

/** Makes the rows of a ledger. */
export function rowsOf(ledger: readonly LedgerRow[]): Row[] {
  const byPath = new Map<string, Row>();
  // A shorter path comes first, so that a parent is there before what is attached to it.
  for (const entry of ledger.toSorted((one, other) => one.path.length - other.path.length)) {
    const [directory, name] = cut(entry.path);
    const parent = byPath.get(directory) ?? null;
    const place = parent ? parent.place : placeIn(entry.folder, directory);
    const haystack = folded([name, entry.title ?? "", place, parent?.name ?? ""].join("\n"));
    const row: Row = { path: entry.path, name, place, parent, root: null as unknown as Row, haystack, ledger: entry };
    row.root = parent ? parent.root : row;
    byPath.set(entry.path, row);
  }
  return [...byPath.values()];
}

/** Returns whether a row is of a kind. */
export function isOf(kind: Kind, row: Row): boolean {
  const { status } = row.ledger;
  switch (kind) {
    case "all":
      return true;
    case "need":
      return row.ledger.needs_you;
    case "waiting":
      return status === "pending";
    case "unread":
      return status === "problem";
    case "away":
      return status === "unreachable";
    case "excluded":
      return status === "excluded";
  }
}

/** Returns the rows that lie in `folder` (all for `null`) and have every word of `filter`. */
export function filtered(rows: readonly Row[], folder: string | null, filter: string): Row[] {
  const words = folded(filter).split(/\s+/).filter(Boolean);
  return rows.filter((row) => (folder === null || row.ledger.folder === folder) && words.every((word) => row.haystack.includes(word)));
}

/** What wants attention comes first. */
function urgency({ ledger: { status, needs_you } }: Row): number {
  if (needs_you) return status === "problem" ? 0 : 1;
  return { problem: 0, unreachable: 2, pending: 3, indexed: 4, excluded: 5 }[status];
}

type Order = (one: Row, other: Row) => number;

/** What a row lacks stands last, whichever way the rest is sorted. */
function lacking<Value>(value: (row: Row) => Value | null, compare: (one: Value, other: Value) => number, way: 1 | -1): Order {
  return (one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return way * compare(a, b);
  };
}

/** Returns rows in order; what is attached stays below its parent. */
export function sorted(rows: readonly Row[], column: Column, down: boolean, language: string): Row[] {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  const way = down ? -1 : 1;
  const figure = (one: number, other: number): number => one - other;
  const orders: Record<Column, Order> = {
    name: (one, other) => way * collator.compare(one.name, other.name),
    place: (one, other) => way * collator.compare(one.place, other.place),
    state: (one, other) => way * (urgency(one) - urgency(other)),
    date: lacking((row) => row.ledger.date, (one, other) => (one < other ? -1 : Number(one > other)), way),
    size: (one, other) => way * (one.ledger.bytes - other.ledger.bytes),
    pages: lacking((row) => row.ledger.pages, figure, way),
  };
  const order = orders[column];
  return rows.toSorted((one, other) => {
    if (one.root === other.root) return collator.compare(one.path, other.path);
    return order(one.root, other.root) || collator.compare(one.root.name, other.root.name) || collator.compare(one.root.path, other.root.path);
  });
}
