// The test server of tests/ollama, which speaks Ollama's API, for a window whose OLLAMA_HOST points at it.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { roughCount } from "../ollama/faults.mjs";
import { start } from "../ollama/server.mjs";
import { QUESTION } from "./sample.mjs";

/** The small real model, by the name that Ollama gives it. */
export const SMALL = "qwen2.5-coder:0.5b";
/** A model that says what a test dictates. */
export const TOLD = "told:latest";

const OLLAMA = fileURLToPath(new URL("../ollama", import.meta.url));
const CACHE = process.env.LEGAJO_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "legajo");
const WEIGHTS = join(CACHE, "models/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf");

/** How the server is told of the small real model; `null` where it is not here. */
export const SMALL_HERE = existsSync(WEIGHTS) && existsSync(join(OLLAMA, "node_modules/node-llama-cpp")) ? `chat:${SMALL}=${WEIGHTS}` : null;

/** Starts the server with models as tests/ollama/server.mjs describes them. It ends with the test. */
export async function modelServer(t, models, port) {
  const { port: own, control, stop } = await start(models, port);
  t.after(stop);
  const tell = async (call, body) => {
    const response = await fetch(`http://127.0.0.1:${control}/${call}`, { method: "POST", body: JSON.stringify(body) });
    assert.ok(response.ok, `${call}: ${await response.text()}`);
  };
  return {
    host: `127.0.0.1:${own}`,
    /** Ends it, with every connection. */
    stop,
    /** Has the model say `text` in answer to the next question. */
    reply: (text) => tell("replies", [text]),
    /** Has something go wrong with the next question (tests/ollama/faults.mjs). */
    fault: (fault) => tell("faults", [fault]),
    clear: () => tell("clear", {}),
    /** Returns the questions that it was asked, as it noted them. */
    async chats() {
      const log = await (await fetch(`http://127.0.0.1:${control}/log`)).json();
      return log.filter((entry) => entry.call === "chat");
    },
  };
}

/** Returns the number under which the model is shown the passage that holds `words`. */
export async function numberOf(window, server, words) {
  await server.reply(JSON.stringify({ claims: [], missing: "" }));
  // In a conversation of its own, which is taken away again.
  const { conversation } = await window.ask({ question: QUESTION, conversation: null, folders: [], documents: [], mode: "compose" });
  await window.invoke("delete_conversation", { conversation });
  const prompt = (await server.chats()).at(-1).messages[1].content;
  const at = prompt.indexOf(words);
  assert.ok(at >= 0, `the model is not shown: ${words}`);
  await server.clear();
  return Number(/(?:^|\n)<(\d+) [^<]*$/.exec(prompt.slice(0, at))[1]);
}

/** A composed answer as the model writes it, of claims `[text, source, quote]`. */
export function composed(...claims) {
  const written = claims.map(([text, source, quote]) => ({ text, citations: [{ source, quote }] }));
  return JSON.stringify({ claims: written, missing: "" });
}

/** In how many pieces the server says `reply` as far as the end of its first claim. */
export const piecesOfFirst = (reply) => roughCount(reply.slice(0, reply.indexOf("]}") + 3));
