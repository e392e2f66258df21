// What the interface asks of the shell. `api.ts` does it over Tauri; `api.fake.ts` for tests in a browser alone.
import type { Account } from "./generated/Account";
import type { Answer } from "./generated/Answer";
import type { Block } from "./generated/Block";
import type { Changed } from "./generated/Changed";
import type { Claim } from "./generated/Claim";
import type { ConversationRow } from "./generated/ConversationRow";
import type { Desk } from "./generated/Desk";
import type { Failure } from "./generated/Failure";
import type { Handed } from "./generated/Handed";
import type { Ledger } from "./generated/Ledger";
import type { Models } from "./generated/Models";
import type { PageBoxes } from "./generated/PageBoxes";
import type { PageWord } from "./generated/PageWord";
import type { Progress } from "./generated/Progress";
import type { Settings } from "./generated/Settings";
import type { Source } from "./generated/Source";
import type { TurnRow } from "./generated/TurnRow";
import type { Wish } from "./generated/Wish";

/** Files over the window: where they are, or that they have left or were dropped. */
export type Drag = { kind: "over" } | { kind: "left" } | { kind: "dropped"; paths: string[] };

/** Stops listening. */
export type Unlisten = () => void;

/** Every method that fails rejects with a {@link Failure}. */
export interface Api {
  // The frame.
  desk(): Promise<Desk>;
  saveSettings(settings: Settings): Promise<void>;
  onChanged(told: (what: Changed) => void): Promise<Unlisten>;
  /** Files that dropped on the window, or hover over it. */
  onDrag(told: (drag: Drag) => void): Promise<Unlisten>;
  /** Files opened with Legajo from elsewhere; the first call also hands over those of the start. */
  onHanded(told: (handed: Handed) => void): Promise<Unlisten>;

  // Folders and documents.
  ledger(): Promise<Ledger>;
  /** Asks for a folder with the system's dialog; `null` when the user cancels. */
  chooseFolder(): Promise<string | null>;
  /** Asks for files with the system's dialog; empty when the user cancels. */
  chooseFiles(): Promise<string[]>;
  addFolder(path: string, matter: string | null): Promise<void>;
  removeFolder(path: string): Promise<void>;
  /** Adds the sample case file that ships with Legajo. */
  addSample(): Promise<void>;
  /** Takes files and folders in: copied into the library's own folder, or linked where they lie. */
  importPaths(paths: string[], how: "copy" | "link"): Promise<void>;
  exclude(path: string): Promise<void>;
  include(path: string): Promise<void>;
  readAgain(path: string): Promise<void>;
  /** Reads a document with its password. Returns notes for the user. */
  unlock(path: string, password: string): Promise<string[]>;
  pauseKeeping(paused: boolean): Promise<void>;
  rebuild(): Promise<void>;

  // Asking.
  /** Asks; `told` gets every sentence as soon as it is checked. */
  ask(wish: Wish, told: (claim: Claim) => void): Promise<Answer>;
  /** Stops the answer that is being made; `ask` then rejects with the code `model_stopped`. */
  stopAsking(): Promise<void>;
  conversations(): Promise<ConversationRow[]>;
  turns(conversation: number): Promise<TurnRow[]>;
  renameConversation(conversation: number, title: string): Promise<void>;
  deleteConversation(conversation: number): Promise<void>;
  /** Copies text to the clipboard. */
  copyText(text: string): Promise<void>;
  /** Asks where, and saves a text; `false` when the user cancels. */
  saveText(name: string, text: string): Promise<boolean>;

  // The source of a citation.
  source(sha256: string): Promise<Source>;
  /** Address of a page's picture at `scale` pixels a point. */
  pagePicture(sha256: string, page: number, scale: number): string;
  pageWords(sha256: string, page: number): Promise<PageWord[]>;
  boxes(sha256: string, start: number, end: number): Promise<PageBoxes[]>;
  blocks(sha256: string): Promise<Block[]>;
  openInSystem(path: string): Promise<void>;
  revealInFolder(path: string): Promise<void>;

  // The model server.
  models(): Promise<Models>;
  /** Lets Ollama fetch a model; `told` gets bytes done and in all. */
  pullModel(name: string, told: (progress: Progress) => void): Promise<void>;
  stopPulling(): Promise<void>;
  allowHost(host: string): Promise<void>;
  account(): Promise<Account>;
}

/** Tells a rejection of the shell from a bug of the interface. */
export function failureOf(error: unknown): Failure {
  if (typeof error === "object" && error !== null && "code" in error && "message" in error) {
    const { code, message } = error;
    return { code: String(code), message: String(message), detail: "detail" in error ? String(error.detail) : "" };
  }
  return { code: "bug", message: String(error), detail: "" };
}
