// Ollama's API, as far as Legajo calls it: version, tags, show, pull, chat, embed. Statuses and words are Ollama's.
//
// In go a request's call, body and the models; out comes an answer written to the response. What a fault or a dictated
// reply changes comes in `plan`; what happened is noted in `entry`.
import { setTimeout as sleep } from "node:timers/promises";
import { ModelError } from "./engine.mjs";
import { dictate } from "./faults.mjs";

export const VERSION = "0.12.10";
const CONTEXT_DEFAULT = 4096;
const DICTATED_CONTEXT = 32768;
const PULL_STEPS = 10;

export function json(response, status, value) {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(value));
}

function line(response, value) {
  if (!response.headersSent) response.writeHead(200, { "content-type": "application/x-ndjson" });
  return response.write(`${JSON.stringify(value)}\n`);
}

const nanoseconds = (since) => Math.round((performance.now() - since) * 1e6);

/** Fails as the kind of call does for a model that is not there, runs elsewhere, or is of another kind. */
function wanted(models, name, kind) {
  const model = name && models.get(name);
  if (!model) throw new ModelError(404, `model '${name ?? ""}' not found`);
  if (model.remote && kind) throw new ModelError(500, "a test asked a model that runs elsewhere");
  if (kind === "chat" && model.kind === "embed") throw new ModelError(400, `"${name}" does not support chat`);
  if (kind === "embed" && model.kind !== "embed") throw new ModelError(400, `"${name}" does not support embeddings`);
  return model;
}

async function show({ models, engine }, body, response) {
  const model = wanted(models, body.model ?? body.name);
  const answer = { modelfile: "", parameters: "", template: "", details: models.describe(model), model_info: {} };
  answer.capabilities = [model.kind === "embed" ? "embedding" : "completion"];
  if (model.remote) Object.assign(answer, { remote_host: model.remote, remote_model: model.name });
  if (model.kind === "dictated") {
    answer.model_info = { "general.architecture": "dictated", "dictated.context_length": DICTATED_CONTEXT };
  }
  if (model.path) {
    const { architecture, figures } = await engine.details(model.path);
    answer.model_info = { "general.architecture": architecture };
    const put = (key, value) => {
      if (typeof value === "number") answer.model_info[`${architecture}.${key}`] = value;
      else for (const [name, inner] of Object.entries(value ?? {})) put(`${key}.${name}`, inner);
    };
    for (const [key, value] of Object.entries(figures)) put(key, value);
  }
  json(response, 200, answer);
}

async function pull({ models, signal }, body, response) {
  const model = models.fetchable(body.model ?? body.name ?? "");
  line(response, { status: "pulling manifest" });
  if (!model) return response.end(`${JSON.stringify({ error: "pull model manifest: file does not exist" })}\n`);
  const { size, digest } = await models.file(model);
  for (let step = 0; step <= PULL_STEPS; step++) {
    signal.throwIfAborted();
    const completed = Math.round((size * step) / PULL_STEPS);
    line(response, { status: `pulling ${digest.slice(0, 12)}`, digest: `sha256:${digest}`, total: size, completed });
    await sleep(50, undefined, { signal });
  }
  for (const status of ["verifying sha256 digest", "writing manifest"]) line(response, { status });
  models.install(model);
  line(response, { status: "success" });
  return response.end();
}

/** Answers by the model, by what a test dictates, and through the fault that it asked for. */
async function chat({ models, engine, signal, plan, entry }, body, response) {
  const model = wanted(models, body.model, "chat");
  const started = performance.now();
  const options = body.options ?? {};
  const asked = {
    messages: body.messages ?? [],
    format: body.format,
    contextTokens: plan.truncate ?? options.num_ctx ?? CONTEXT_DEFAULT,
    replyTokens: options.num_predict ?? -1,
    seed: options.seed,
    temperature: options.temperature ?? 0.8,
    // A server that cuts unasked is what the fault is for.
    truncate: plan.truncate ? true : (body.truncate ?? true),
    signal,
  };
  const dictated = plan.reply ?? (model.path ? undefined : "");
  const pieces = dictated === undefined ? engine.chat(model.path, asked) : dictate(dictated, asked);
  const head = () => ({ model: body.model, created_at: new Date().toISOString() });
  const message = (content) => ({ ...head(), message: { role: "assistant", content } });
  let whole = "";
  for await (const piece of plan.disturb(pieces, response)) {
    if (signal.aborted) return;
    entry.first_ms ??= Date.now();
    if (piece.text !== undefined) {
      whole += piece.text;
      if (body.stream !== false) line(response, { ...message(piece.text), done: false });
      continue;
    }
    const end = {
      ...message(body.stream === false ? whole : ""), done: true, done_reason: piece.done,
      total_duration: nanoseconds(started), load_duration: 1,
      prompt_eval_count: piece.promptTokens, prompt_eval_duration: 1,
      eval_count: piece.replyTokens, eval_duration: nanoseconds(started),
    };
    entry.prompt_tokens = piece.promptTokens;
    if (body.stream === false) json(response, 200, end);
    else response.end(`${JSON.stringify(end)}\n`);
  }
}

async function embed({ models, engine, signal }, body, response) {
  const model = wanted(models, body.model, "embed");
  const started = performance.now();
  const texts = [body.input ?? []].flat();
  const { vectors, promptTokens } = await engine.embed(model.path, texts, body.truncate ?? true, signal);
  const total_duration = nanoseconds(started);
  const counts = { total_duration, load_duration: 1, prompt_eval_count: promptTokens };
  json(response, 200, { model: body.model, embeddings: vectors, ...counts });
}

/** What each call does; those of the second list wait for one another. */
export const CALLS = {
  version: (_, __, response) => json(response, 200, { version: VERSION }),
  tags: async ({ models }, _, response) => json(response, 200, { models: await models.list() }),
  show,
  pull,
};
export const CALLS_OF_MODELS = { chat, embed };

/** Answers an error as Ollama does: by status before the answer began, by a line in it after. */
export function fail(response, error) {
  const status = error instanceof ModelError ? error.status : 500;
  if (response.headersSent) response.end(`${JSON.stringify({ error: error.message })}\n`);
  else json(response, status, { error: error.message });
}
