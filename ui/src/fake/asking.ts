// The invented conversations. What is asked is answered sentence by sentence, with pauses; a question with
// "error" fails, one with "nada" or "nothing" finds nothing.
import type { Api } from "../contract";
import type { Answer } from "../generated/Answer";
import type { ConversationRow } from "../generated/ConversationRow";
import type { TurnRow } from "../generated/TurnRow";
import { law, nothing, owed, partial, penalty } from "./answers";
import { changed } from "./frame";

type Part = Pick<Api, "ask" | "stopAsking" | "conversations" | "turns" | "renameConversation" | "deleteConversation" | "copyText" | "saveText">;

const HOUR_MS = 3_600_000;
const PAUSE_MS = 900;

function ago(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString();
}

const kept = new Map<number, TurnRow[]>();
let rows: ConversationRow[] = [];

function keep(id: number, title: string, hours: number, turns: [string, (question: string) => Answer][]): void {
  kept.set(
    id,
    turns.map(([question, make], index) => {
      const answer = { ...make(question), conversation: id };
      return { number: index + 1, asked: ago(hours), question, question_used: answer.question_used, answer: JSON.stringify(answer) };
    }),
  );
  rows.push({ id, title, started: ago(hours), changed: ago(hours), turns: turns.length });
}

keep(1, "Penalización Hnos. Ruiz", 0.2, [
  ["¿Qué penalización por retraso tiene el contrato con Hnos. Ruiz?", penalty],
  ["¿Y la retención, cuándo se devuelve y con qué intereses?", partial],
]);
keep(2, "Cláusula de no competencia superior a veinticuatro meses en los contratos con Aguas del Sur", 0.5, [["¿Qué pacto de no competencia hay con Aguas del Sur?", nothing]]);
keep(3, "Ley y fuero", 25, [["¿Qué ley y qué tribunales se han pactado?", law]]);
keep(4, "Liquidación de la penalización", 200, [["¿A cuánto asciende la penalización devengada?", owed]]);
kept.set(5, [{ number: 1, asked: ago(300), question: "¿Se guarda bien?", question_used: "", answer: "{" }]);
rows.push({ id: 5, title: "Una respuesta ilegible", started: ago(300), changed: ago(300), turns: 1 });

let isStopped = false;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const stopped = { code: "model_stopped", message: "Stopped.", detail: "" };

function answerTo(question: string): Answer {
  if (/nada|nothing/i.test(question)) return nothing(question);
  if (/ley|law/i.test(question)) return law(question);
  return penalty(question);
}

export const asking: Part = {
  async ask(wish, told) {
    isStopped = false;
    const answer = answerTo(wish.question);
    await pause(PAUSE_MS);
    if (/error/i.test(wish.question)) throw { code: "model_timed_out", message: "Ollama took too long.", detail: "compose, 120 s" };
    for (const claim of answer.claims) {
      if (isStopped) throw stopped;
      told(claim);
      await pause(PAUSE_MS);
    }
    if (isStopped) throw stopped;
    const id = wish.conversation ?? Math.max(0, ...kept.keys()) + 1;
    const turns = kept.get(id) ?? [];
    const whole = { ...answer, conversation: id };
    turns.push({ number: turns.length + 1, asked: ago(0), question: wish.question, question_used: wish.question, answer: JSON.stringify(whole) });
    kept.set(id, turns);
    const before = rows.find((row) => row.id === id);
    const row = { id, title: before?.title ?? wish.question, started: before?.started ?? ago(0), changed: ago(0), turns: turns.length };
    rows = [row, ...rows.filter((other) => other.id !== id)];
    changed("conversations");
    return whole;
  },
  stopAsking() {
    isStopped = true;
    return Promise.resolve();
  },
  conversations: () => Promise.resolve(structuredClone(rows)),
  turns: (conversation) => Promise.resolve(structuredClone(kept.get(conversation) ?? [])),
  renameConversation(conversation, title) {
    rows = rows.map((row) => (row.id === conversation ? { ...row, title } : row));
    changed("conversations");
    return Promise.resolve();
  },
  deleteConversation(conversation) {
    rows = rows.filter((row) => row.id !== conversation);
    kept.delete(conversation);
    changed("conversations");
    return Promise.resolve();
  },
  copyText(text) {
    Object.assign(globalThis, { fakeCopied: text });
    return Promise.resolve();
  },
  saveText(name, text) {
    Object.assign(globalThis, { fakeSaved: { name, text } });
    return Promise.resolve(true);
  },
};
