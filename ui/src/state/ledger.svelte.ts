// The ledger: every path with its state, and how the table shows it. It outlives the room, so that going
// to a question and back finds the same rows, sorted and narrowed as before.
import { api } from "../api";
import { filtered, isOf, rowsOf, sorted, type Row } from "../documents/rows";
import type { Column, Kind } from "../i18n/documents";
import { language } from "../i18n/index.svelte";
import { SvelteSet } from "svelte/reactivity";
import { desk } from "./desk.svelte";

/** While much is read, changes come in faster than anybody reads them. */
const ASK_EVERY_MS = 600;
/** Of the time, at most a quarter goes into asking. */
const ASK_SHARE = 4;

class LedgerState {
  /** `null` until the shell has answered. */
  rows = $state.raw<Row[] | null>(null);
  folder = $state<string | null>(null);
  filter = $state("");
  kind = $state<Kind>("all");
  column = $state<Column>("name");
  down = $state(false);
  /** Path of the row that the details and the keyboard are at. */
  current = $state<string | null>(null);
  /** Where the table was scrolled to when the room was left. */
  scrolled = 0;
  /** Paths that are being read at the user's wish. */
  working = new SvelteSet<string>();

  /** The rows of the folder and the words of the filter, of every kind. */
  matching = $derived(filtered(this.rows ?? [], this.folder, this.filter));
  shown = $derived(sorted(this.matching.filter((row) => isOf(this.kind, row)), this.column, this.down, language()));
  row = $derived(this.rows?.find((row) => row.path === this.current) ?? null);

  #watchers = 0;
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next = 0;

  /** Keeps the rows fresh until the function returned is called. */
  watch(): () => void {
    this.#watchers += 1;
    void this.refresh();
    const unlisten = desk.onChanged((what) => {
      if (what === "ledger") this.#soon();
    });
    return () => {
      this.#watchers -= 1;
      unlisten();
    };
  }

  /** Asks now; a call while the answer is on its way gets that answer. */
  refresh(): Promise<void> {
    this.#running ??= this.#ask().finally(() => (this.#running = null));
    return this.#running;
  }

  /** Sorts by a column; once more turns the order round. */
  sortBy(column: Column): void {
    this.down = this.column === column ? !this.down : column === "date";
    this.column = column;
  }

  /** Shows every row again. */
  showAll(): void {
    this.folder = null;
    this.filter = "";
    this.kind = "all";
  }

  /** Does something with a document that may take long; what fails is shown. */
  async work(path: string, doing: () => Promise<unknown>): Promise<void> {
    this.working.add(path);
    await desk.try(doing);
    this.working.delete(path);
    await this.refresh();
  }

  async #ask(): Promise<void> {
    const began = performance.now();
    const ledger = await desk.try(() => api.ledger());
    if (ledger) this.rows = rowsOf(ledger.documents);
    const took = performance.now() - began;
    this.#next = began + Math.max(ASK_EVERY_MS, took * ASK_SHARE);
  }

  #soon(): void {
    if (this.#timer !== undefined || this.#watchers === 0) return;
    this.#timer = setTimeout(() => void this.#due(), Math.max(0, this.#next - performance.now()));
  }

  async #due(): Promise<void> {
    // An answer on its way may be older than the change.
    await this.#running;
    this.#timer = undefined;
    await this.refresh();
  }
}

export const ledger = new LedgerState();
