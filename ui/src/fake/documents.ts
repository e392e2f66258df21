// Invented folders and documents, with findings of all kinds. `?many` has 3,000 of them, `?indexing` reads
// them while one looks, `?paused` and `?failed` begin so. Every document's password is "1234".
import type { Api } from "../contract";
import type { LedgerRow } from "../generated/LedgerRow";
import type { Problem } from "../generated/Problem";
import { changed, desk } from "./frame";
import { papers } from "./library";
import { HOME, MANY, SMALL, type Sketch } from "./shelf";

type Part = Pick<Api, "ledger" | "chooseFolder" | "chooseFiles" | "addFolder" | "removeFolder" | "addSample" | "importPaths" | "exclude" | "include" | "readAgain" | "unlock" | "pauseKeeping" | "rebuild">;

const query = new URLSearchParams(location.search);
const MENDABLE = new Set<Problem["code"]>(["needs_password", "page_unread", "ocr_missing", "reader_failed"]);

/** The same rule as the engine's. */
function needsYou({ status, problems }: Pick<LedgerRow, "status" | "problems">): boolean {
  return status === "problem" || (status === "indexed" && problems.some(({ code }) => MENDABLE.has(code)));
}
const DAY_MS = 86_400_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function drawn(sketch: Sketch, index: number): LedgerRow {
  const { path, folder, status = "indexed", problems = [] } = sketch;
  const read = status === "indexed" || status === "unreachable";
  return {
    path: `${folder}/${path}`,
    folder,
    bytes: sketch.attached ? 0 : 18_000 + ((index * 7919) % 4_000_000),
    modified_ms: Date.UTC(2025, 10, 20) - ((index * 37) % 900) * DAY_MS,
    sha256: status === "pending" ? null : index.toString(16).padStart(64, "0"),
    status,
    pages: !read || /\.(docx|eml|txt)$/.test(path) ? null : 1 + ((index * 13) % 40),
    pages_ocr: path.includes("escaneado") ? 3 : 0,
    passages: read ? 3 + ((index * 11) % 60) : 0,
    title: sketch.title ?? null,
    date: sketch.date ?? null,
    needs_you: needsYou({ status, problems }),
    problems,
  };
}

/** The documents whose words and pages are invented too, and can be opened. */
const readable = papers.map(({ source }, index) => ({
  ...drawn({ folder: HOME, path: source.path.slice(HOME.length + 1), title: source.title, problems: source.problems, date: "2021-03-03" }, index),
  sha256: source.sha256,
  pages: source.pages.length || null,
}));

let rows: LedgerRow[] = desk.folders.length === 0 ? [] : [...readable, ...(query.has("many") ? [...SMALL, ...MANY] : SMALL).map(drawn)];

function count(): void {
  const totals: Record<string, number> = { files: rows.length, indexed: 0, pending: 0, problem: 0, excluded: 0, unreachable: 0, pages: 0, pages_ocr: 0, passages: 0 };
  desk.need_you = 0;
  for (const row of rows) {
    totals[row.status] = (totals[row.status] ?? 0) + 1;
    row.needs_you = needsYou(row);
    if (row.needs_you) desk.need_you += 1;
  }
  desk.totals = totals;
  for (const folder of desk.folders) folder.files = rows.filter((row) => row.folder === folder.path).length;
}

function told(): void {
  count();
  changed("ledger");
}

function row(path: string): LedgerRow {
  const found = rows.find((row) => row.path === path);
  if (!found) throw { code: "gone", message: "The document is no longer in the library.", detail: path };
  return found;
}

function readWhole(row: LedgerRow): void {
  Object.assign(row, { status: "indexed", problems: [], sha256: row.sha256 ?? "f".repeat(64), pages: row.pages ?? 6, passages: row.passages || 21 });
}

/** Reads what waits, a few at a time, until nothing does or it is paused. */
async function keep(): Promise<void> {
  const total = rows.length;
  while (!desk.keeping.paused) {
    const waiting = rows.filter((row) => row.status === "pending");
    const [next] = waiting;
    desk.keeping = { busy: waiting.length > 0, paused: false, progress: next ? { done: total - waiting.length, total, current: next.path, stage: "read" } : null, seconds_left: waiting.length * 2, failure: null };
    changed("keeping");
    if (!next) return;
    await pause(250);
    readWhole(next);
    told();
  }
}

function add(sketches: Sketch[]): void {
  rows = [...rows, ...sketches.map((sketch, index) => drawn({ ...sketch, status: "pending" }, rows.length + index))];
  told();
  void keep();
}

if (query.has("indexing")) {
  for (const [index, row] of rows.entries()) if (index % 3 > 0) Object.assign(row, { status: "pending", problems: [], sha256: null, passages: 0, pages: null });
  setTimeout(() => void keep(), 400);
}
if (query.has("paused")) desk.keeping.paused = true;
if (query.has("failed")) desk.keeping.failure = { code: "io", message: "The folder could not be read.", detail: "/media/despacho: input/output error" };
count();

export const documents: Part = {
  ledger: () => Promise.resolve(structuredClone({ documents: rows, totals: desk.totals })),
  chooseFolder: () => Promise.resolve("/home/ana/Expedientes/2025-014 Transportes Aldama"),
  chooseFiles: () => Promise.resolve(["/home/ana/Descargas/Acta de la junta.pdf"]),
  addFolder(path, matter) {
    desk.folders.push({ path, matter, files: 0, reachable: true, inbox: false });
    add(SMALL.slice(0, 5).map((sketch) => ({ ...sketch, folder: path, path: sketch.path.split("/").at(-1) ?? sketch.path })));
    return Promise.resolve();
  },
  removeFolder(path) {
    desk.folders = desk.folders.filter((folder) => folder.path !== path);
    rows = rows.filter((row) => row.folder !== path);
    told();
    return Promise.resolve();
  },
  addSample: () => documents.addFolder(`${desk.library}/sample`, "Expediente de ejemplo"),
  async importPaths(paths, how) {
    await pause(600);
    if (paths.some((path) => path.includes("prohibido"))) throw { code: "io", message: "The file could not be copied.", detail: paths.join("\n") };
    const folder = how === "copy" ? `${desk.library}/inbox` : "/home/ana/Descargas";
    if (!desk.folders.some((known) => known.path === folder)) desk.folders.push({ path: folder, matter: null, files: 0, reachable: true, inbox: how === "copy" });
    add(paths.map((path) => ({ folder, path: path.split("/").at(-1) ?? path })));
  },
  exclude: async (path) => {
    Object.assign(row(path), { status: "excluded", passages: 0 });
    told();
  },
  include: async (path) => {
    Object.assign(row(path), { status: "pending" });
    told();
    void keep();
  },
  readAgain: async (path) => {
    await pause(900);
    readWhole(row(path));
    told();
  },
  unlock: async (path, password) => {
    await pause(400);
    if (password !== "1234") throw { code: "password", message: "The password does not open the document.", detail: path };
    readWhole(row(path));
    told();
    return [];
  },
  async pauseKeeping(paused) {
    desk.keeping = { ...desk.keeping, paused, busy: desk.keeping.busy && !paused, failure: null };
    changed("keeping");
    if (!paused) await keep();
  },
  async rebuild() {
    for (const row of rows) if (row.status !== "excluded") Object.assign(row, { status: "pending", problems: [], passages: 0 });
    told();
    void keep();
  },
};
