// Runs real models: loads them, counts tokens, writes answers under a schema, makes vectors.
//
// One thing at a time, as on the two cores it is meant for. A context is kept for the model and size asked last, and
// the beginning that two prompts share is not read twice. node-llama-cpp is loaded only here, so that everything else
// runs without it.
import { cutMiddle, dropOldest, render } from "./prompt.mjs";

/** Threads that wait for one another on cores that are busy otherwise cost far more than they bring. */
const THREADS = Number(process.env.OLLAMA_TEST_THREADS ?? 1);
/** Tokens of a prompt read between two looks at whether the client is still there. */
const READ_TOKENS = 64;
const EMBEDDING_CONTEXT = 512;
const TOO_LONG = "the input length exceeds the context length";

/** An error of an answer that HTTP has a status for. */
export class ModelError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Returns whether a text is a whole JSON value. */
function isWhole(text) {
  if (!/[}\]]\s*$/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export class Engine {
  #llama;
  #models = new Map();
  #context; // { model, size, context, sequence }
  #queue = Promise.resolve();

  /** Runs `task` when all earlier ones have ended. */
  exclusively(task) {
    const run = this.#queue.then(task);
    this.#queue = run.catch(() => {});
    return run;
  }

  async #library() {
    const library = await import("node-llama-cpp");
    this.#llama ??= await library.getLlama({
      gpu: false, build: "never", progressLogs: false, logLevel: "error", maxThreads: THREADS,
    });
    return library;
  }

  /** Returns a model's weights, loading them at first. */
  async load(path) {
    await this.#library();
    if (!this.#models.has(path)) this.#models.set(path, await this.#llama.loadModel({ modelPath: path, gpuLayers: 0 }));
    return this.#models.get(path);
  }

  async #sequence(path, size) {
    if (this.#context?.path === path && this.#context.size === size) return this.#context.sequence;
    await this.#context?.context.dispose();
    const model = await this.load(path);
    const context = await model.createContext({ contextSize: size, threads: THREADS, batchSize: READ_TOKENS });
    this.#context = { path, size, context, sequence: context.getSequence() };
    return this.#context.sequence;
  }

  async #grammar(format) {
    const { LlamaGrammarEvaluationState } = await this.#library();
    const llama = this.#llama;
    const grammar = await (format === "json" ? llama.getGrammarFor("json") : llama.createGrammarForJsonSchema(format));
    return (model) => new LlamaGrammarEvaluationState({ model, grammar });
  }

  /**
   * Answers messages. Yields `{ text }` as it is written and at last `{ done, promptTokens, replyTokens }`.
   * `contextTokens` cuts a prompt silently unless `truncate` is false: then it is an error.
   */
  async *chat(path, { messages, format, contextTokens, replyTokens, seed, temperature, truncate, signal }) {
    const model = await this.load(path);
    const count = (text) => model.tokenize(text, true).length;
    const kept = truncate ? dropOldest(messages, contextTokens, count) : messages;
    const all = model.tokenize(render(kept), true);
    if (!truncate && all.length > contextTokens) throw new ModelError(400, TOO_LONG);
    const tokens = cutMiddle(all, contextTokens);
    // One token more than asked, since the engine cuts by itself at the last.
    const sequence = await this.#sequence(path, contextTokens + 1);
    const start = await this.#read(sequence, tokens, signal);
    const state = format ? (await this.#grammar(format))(model) : undefined;
    const most = Math.min(replyTokens > 0 ? replyTokens : Infinity, Math.max(contextTokens - tokens.length, 1));
    const written = [];
    let [held, whole, ended] = [[], "", "length"];
    const options = { temperature, seed, grammarEvaluationState: state, yieldEogToken: true };
    for await (const token of sequence.evaluate(start, options)) {
      if (signal.aborted) return;
      if (model.isEogToken(token)) {
        ended = "stop";
        break;
      }
      held.push(token);
      // A letter may take several tokens; half of one is kept back.
      const text = model.detokenize(held, false, written);
      if (!text.endsWith("\uFFFD")) {
        yield { text };
        written.push(...held);
        held = [];
        whole += text;
        // The grammar lets blank lines follow a value, on which a model would spend tokens.
        if (format && isWhole(whole)) {
          ended = "stop";
          break;
        }
      }
      if (written.length + held.length >= most) break;
    }
    yield { done: ended, promptTokens: tokens.length, replyTokens: written.length + held.length };
  }

  /** Reads a prompt but for its last token, which begins the answer, and stops where the client is gone. */
  async #read(sequence, tokens, signal) {
    await sequence.adaptStateToTokens(tokens.slice(0, -1), false);
    for (let at = sequence.nextTokenIndex; at < tokens.length - 1; at += READ_TOKENS) {
      signal.throwIfAborted();
      const part = tokens.slice(at, Math.min(at + READ_TOKENS, tokens.length - 1));
      await sequence.evaluateWithoutGeneratingNewTokens(part);
    }
    signal.throwIfAborted();
    return tokens.slice(-1);
  }

  /** Returns vectors of length 1 and the tokens read. A text that is too long is an error unless `truncate`. */
  async embed(path, texts, truncate, signal) {
    const model = await this.load(path);
    const context = await model.createEmbeddingContext({ contextSize: EMBEDDING_CONTEXT, threads: THREADS });
    try {
      const vectors = [];
      let promptTokens = 0;
      for (const text of texts) {
        signal.throwIfAborted();
        let tokens = model.tokenize(text);
        if (tokens.length > EMBEDDING_CONTEXT - 2) {
          if (!truncate) throw new ModelError(400, TOO_LONG);
          tokens = tokens.slice(0, EMBEDDING_CONTEXT - 2);
        }
        promptTokens += tokens.length;
        const { vector } = await context.getEmbeddingFor(tokens);
        const length = Math.hypot(...vector) || 1;
        vectors.push(vector.map((number) => number / length));
      }
      return { vectors, promptTokens };
    } finally {
      await context.dispose();
    }
  }

  /** Returns what `show` says of a model, from its file. */
  async details(path) {
    const { readGgufFileInfo } = await this.#library();
    const { metadata } = await readGgufFileInfo(path, { readTensorInfo: false, logWarnings: false });
    const architecture = metadata.general.architecture;
    return { architecture, figures: metadata[architecture] ?? {} };
  }
}
