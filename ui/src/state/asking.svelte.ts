// The conversation on the screen: its questions, the answer that is being made, and the list of all conversations.
// It outlives the room, so that an answer goes on while the lawyer looks at the documents.
import { api } from "../api";
import { failureOf } from "../contract";
import type { Answer } from "../generated/Answer";
import type { Claim } from "../generated/Claim";
import type { ConversationRow } from "../generated/ConversationRow";
import type { Failure } from "../generated/Failure";
import type { TurnRow } from "../generated/TurnRow";
import type { Wish } from "../generated/Wish";
import { text } from "../i18n/index.svelte";
import { desk } from "./desk.svelte";

/** Where a question is asked. */
export type Where =
  | { kind: "all" }
  | { kind: "matter"; name: string }
  | { kind: "folder"; path: string }
  | { kind: "document"; path: string };

let turnCount = 0;

/** A question with its answer, as far as it has come. */
export class Turn {
  readonly key = ++turnCount;
  readonly question: string;
  readonly asked: string;
  /** Where it was asked; `null` in a conversation opened again, which does not keep it. */
  readonly where: Where | null;
  state = $state<"asking" | "done" | "stopped" | "failed">("asking");
  claims = $state.raw<Claim[]>([]);
  answer = $state.raw<Answer | null>(null);
  failure = $state.raw<Failure | null>(null);

  constructor(question: string, asked: string, where: Where | null) {
    this.question = question;
    this.asked = asked;
    this.where = where;
  }

  finish(answer: Answer): void {
    this.answer = answer;
    this.claims = answer.claims;
    this.state = "done";
  }
}

function kept(row: TurnRow): Turn {
  const turn = new Turn(row.question, row.asked, null);
  try {
    turn.finish(JSON.parse(row.answer) as Answer);
  } catch (error) {
    turn.state = "failed";
    turn.failure = { code: "answer_unreadable", message: text.ask.lost, detail: String(error) };
  }
  return turn;
}

class AskingState {
  /** What is written and not sent yet. */
  draft = $state("");
  where = $state.raw<Where>({ kind: "all" });
  conversations = $state.raw<ConversationRow[]>([]);
  /** The conversation on the screen; `null` while its first question has no answer. */
  conversation = $state<number | null>(null);
  turns = $state.raw<Turn[]>([]);
  /** The question that is being answered; the shell answers one at a time. */
  running = $state.raw<Turn | null>(null);
  #runningIn: number | null = null;
  #isStopping = false;
  #isOpen = false;

  /** Lists the conversations, and keeps the list in line. */
  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    desk.onChanged((what) => {
      if (what === "conversations") void this.refresh();
    });
    void this.refresh();
  }

  async refresh(): Promise<void> {
    const rows = await desk.try(() => api.conversations());
    if (rows) this.conversations = rows;
  }

  /** Begins a conversation with the next question. */
  begin(): void {
    this.conversation = null;
    this.turns = [];
  }

  async show(conversation: number): Promise<void> {
    if (this.conversation === conversation && this.turns.length > 0) return;
    this.conversation = conversation;
    this.turns = [];
    const rows = await desk.try(() => api.turns(conversation));
    // Another conversation may have been chosen meanwhile.
    if (!rows || this.conversation !== conversation) return;
    const turns = rows.map(kept);
    if (this.running && this.#runningIn === conversation) turns.push(this.running);
    this.turns = turns;
  }

  /** Asks what is written, or `question`. Nothing happens while another is being answered. */
  async ask(question = this.draft, where = this.where): Promise<void> {
    const asked = question.trim();
    if (asked === "" || this.running) return;
    if (question === this.draft) this.draft = "";
    const turn = new Turn(asked, new Date().toISOString(), where);
    this.turns = [...this.turns, turn];
    this.running = turn;
    this.#runningIn = this.conversation;
    this.#isStopping = false;
    try {
      const told = (claim: Claim): void => void (turn.claims = [...turn.claims, claim]);
      const answer = await api.ask(wishOf(asked, this.#runningIn, where), told);
      turn.finish(answer);
      // Only where the lawyer is still looking at it: the conversation may have been left.
      if (this.turns.includes(turn)) this.conversation = answer.conversation;
    } catch (error) {
      const failure = failureOf(error);
      const isStopped = this.#isStopping || failure.code === "model_stopped";
      turn.state = isStopped ? "stopped" : "failed";
      if (!isStopped) turn.failure = failure;
    } finally {
      this.running = null;
      void this.refresh();
    }
  }

  /** Asks the question of a turn once more, where it was asked. One that failed gives way. */
  async again(turn: Turn): Promise<void> {
    if (this.running) return;
    if (turn.state !== "done") this.turns = this.turns.filter((other) => other !== turn);
    await this.ask(turn.question, turn.where ?? this.where);
  }

  async stop(): Promise<void> {
    if (!this.running) return;
    this.#isStopping = true;
    await desk.try(() => api.stopAsking());
  }

  async rename(conversation: number, title: string): Promise<void> {
    await desk.try(() => api.renameConversation(conversation, title));
    await this.refresh();
  }

  async remove(conversation: number): Promise<void> {
    await desk.try(() => api.deleteConversation(conversation));
    if (this.conversation === conversation) this.begin();
    await this.refresh();
  }
}

function wishOf(question: string, conversation: number | null, where: Where): Wish {
  const inMatter = (name: string): string[] => (desk.now?.folders ?? []).filter((folder) => folder.matter === name).map((folder) => folder.path);
  const folders = where.kind === "folder" ? [where.path] : where.kind === "matter" ? inMatter(where.name) : [];
  return { question, conversation, folders, documents: where.kind === "document" ? [where.path] : [], mode: null };
}

export const asking = new AskingState();
