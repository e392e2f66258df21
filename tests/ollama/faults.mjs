// What a test may have go wrong, and what it may have a model say. Each fault and each dictated reply serves one
// request and is then used up.
//
// A fault is `{ call, kind, ... }`; `call` is `chat` unless given. Kinds:
//   missing, memory, busy   the error that Ollama gives, by status
//   slow { ms }             nothing before the first token for so long
//   stall { pieces, ms }    nothing for so long after so many pieces
//   cut { pieces }          the connection is closed after so many pieces
//   invalid { pieces }      a line that is no JSON after so many pieces
//   error { pieces, text }  an error line after so many pieces
//   truncate { tokens }     the prompt is silently cut to so many tokens, whatever was asked for
//   redirect { to }         the request is sent on to another address
//   drop                    the connection is closed without an answer
// A refused connection is no fault of a request: the test stops the server's listening (server.mjs, `down`).
import { setTimeout as sleep } from "node:timers/promises";

const ERRORS = {
  missing: [404, (model) => `model '${model}' not found`],
  memory: [500, () => "model requires more system memory (9.1 GiB) than is available (3.0 GiB)"],
  busy: [503, () => "server busy, please try again.  maximum pending requests exceeded"],
};
const MOST_WAIT_MS = 600_000;

export class Faults {
  #faults = [];
  #replies = [];

  add(faults) {
    this.#faults.push(...faults.map((fault) => ({ call: "chat", ...fault })));
  }

  dictate(replies) {
    this.#replies.push(...replies);
  }

  clear() {
    this.#faults = [];
    this.#replies = [];
  }

  /** Returns what is to happen to a request, and uses it up. */
  plan(call, signal) {
    const at = this.#faults.findIndex((fault) => fault.call === call);
    const fault = at < 0 ? {} : this.#faults.splice(at, 1)[0];
    // A request that is answered by a fault alone leaves the reply for the next.
    const answered = fault.kind in ERRORS || ["redirect", "drop"].includes(fault.kind);
    const reply = call === "chat" && !answered ? this.#replies.shift() : undefined;
    return {
      kind: fault.kind,
      reply,
      truncate: fault.kind === "truncate" ? fault.tokens : undefined,
      disturb: (pieces, response) => disturb(fault, pieces, response, signal),
      before: (body, response) => before(fault, body, response),
    };
  }
}

/** Answers a request by a fault alone; returns whether that was done. */
function before(fault, body, response) {
  if (fault.kind in ERRORS) {
    const [status, words] = ERRORS[fault.kind];
    response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
    response.end(JSON.stringify({ error: words(body.model) }));
  } else if (fault.kind === "redirect") {
    response.writeHead(307, { location: fault.to });
    response.end();
  } else if (fault.kind === "drop") {
    response.destroy();
  } else {
    return false;
  }
  return true;
}

/** Hands on the pieces of an answer until the fault's turn comes. */
async function* disturb(fault, pieces, response, signal) {
  if (fault.kind === "slow") await sleep(fault.ms ?? MOST_WAIT_MS, undefined, { signal });
  let count = 0;
  for await (const piece of pieces) {
    if (["stall", "cut", "invalid", "error"].includes(fault.kind) && count === (fault.pieces ?? 1)) {
      if (fault.kind === "stall") await sleep(fault.ms ?? MOST_WAIT_MS, undefined, { signal });
      if (fault.kind === "cut") return void response.destroy();
      if (fault.kind === "invalid") return void response.end("{\"message\": {\"role\": oops\n");
      if (fault.kind === "error") throw new Error(fault.text ?? "llama runner process has terminated: exit status 2");
    }
    count += 1;
    yield piece;
  }
}

const PIECE = /\s*(?:\p{L}{1,4}|\p{N}|[^\s])|\s+$/gu;
/** Counts tokens where there is no vocabulary: words by four letters, every figure and mark by itself. */
export const roughCount = (text) => text.match(PIECE)?.length ?? 0;

/** Says `reply` piece by piece, as a model would, with counts of the same kind. */
export async function* dictate(reply, { messages, contextTokens, replyTokens }) {
  const pieces = reply.match(PIECE) ?? [];
  const most = replyTokens > 0 ? replyTokens : pieces.length;
  for (const text of pieces.slice(0, most)) {
    await sleep(0);
    yield { text };
  }
  const prompt = messages.reduce((sum, { content }) => sum + roughCount(content ?? "") + 5, 3);
  const done = pieces.length > most ? "length" : "stop";
  yield { done, promptTokens: Math.min(prompt, contextTokens), replyTokens: Math.min(pieces.length, most) };
}
