// The test server itself: what it says is what Ollama says, so that what is tested against it holds for Ollama.
// A real model is asked where it has been fetched (fetch.py) and node-llama-cpp installed (npm ci).
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { roughCount } from "./faults.mjs";
import { cutMiddle, dropOldest, render } from "./prompt.mjs";
import { start } from "./server.mjs";

const CACHE = process.env.LEGAJO_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "legajo");
const WEIGHTS = join(CACHE, "models", "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf");
const INSTALLED = existsSync(new URL("node_modules/node-llama-cpp", import.meta.url)) && existsSync(WEIGHTS);
const WITHOUT_MODEL = INSTALLED ? false : "run `npm ci` and `python3 fetch.py` in tests/ollama first";

const TEXT = "¿Qué plazo hay?";
const QUESTION = { model: "told", messages: [{ role: "user", content: TEXT }], options: { num_ctx: 4096 } };

/** Calls of a server that is started for some tests. */
function calls(server) {
  const post = (port, path, body, options) =>
    fetch(`http://127.0.0.1:${port()}${path}`, { method: "POST", body: JSON.stringify(body), ...options });
  return {
    api: (call, body, options) => post(() => server().port, `/api/${call}`, body, options),
    control: (call, body) => post(() => server().control, `/${call}`, body ?? {}),
    log: async () => (await fetch(`http://127.0.0.1:${server().control}/log`)).json(),
    lines: async (answer) => (await answer.text()).trim().split("\n").map((line) => JSON.parse(line)),
  };
}

describe("prompts", () => {
  const count = (text) => text.length;
  const messages = ["old", "older words", "last"].map((content) => ({ role: "user", content }));
  const system = { role: "system", content: "rules" };

  test("the oldest messages go first, what the system says stays", () => {
    const fits = render([system, messages[2]]).length;
    assert.deepEqual(dropOldest([system, ...messages], fits, count), [system, messages[2]]);
    assert.deepEqual(dropOldest([system, ...messages], 10_000, count), [system, ...messages]);
    assert.deepEqual(dropOldest(messages, 1, count), [messages[2]]);
  });

  test("a prompt that is still too long fills the context", () => {
    const tokens = Array.from({ length: 100 }, (_, index) => index);
    assert.deepEqual(cutMiddle(tokens, 8), [0, 1, 2, 3, 96, 97, 98, 99]);
    assert.deepEqual(cutMiddle(tokens, 100), tokens);
  });
});

describe("a dictated model", () => {
  let server;
  const { api, control, log, lines } = calls(() => server);
  before(async () => {
    server = await start(["dictated:told", "remote:kimi:cloud", "remote:plain=https://elsewhere.example"]);
  });
  after(() => server.stop());
  beforeEach(() => control("clear"));

  test("the list, the details and the version are worded as Ollama words them", async () => {
    const { models } = await (await fetch(`http://127.0.0.1:${server.port}/api/tags`)).json();
    const remote = models.map((model) => [model.name, model.remote_host]);
    assert.deepEqual(remote, [
      ["told:latest", undefined],
      ["kimi:cloud", "https://elsewhere.example"],
      ["plain:latest", "https://elsewhere.example"],
    ]);
    assert.equal((await (await api("show", { model: "plain" })).json()).remote_host, "https://elsewhere.example");
    const unknown = await api("show", { model: "none" });
    assert.deepEqual([unknown.status, await unknown.json()], [404, { error: "model 'none' not found" }]);
    assert.equal((await api("other", {})).status, 404);
  });

  test("it says what it is told, once, with counts", async () => {
    const reply = '{"claims":[{"text":"Treinta días","sources":[99]}]}';
    await control("replies", [reply]);
    const answer = await lines(await api("chat", QUESTION));
    assert.equal(answer.map((line) => line.message.content).join(""), reply);
    const last = answer.at(-1);
    assert.deepEqual([last.done, last.done_reason, last.eval_count], [true, "stop", roughCount(reply)]);
    assert.ok(last.prompt_eval_count > roughCount(TEXT));
    assert.equal((await lines(await api("chat", QUESTION)))[0].message.content, "");
  });

  test("each fault serves one request", async () => {
    const status = async () => (await api("chat", QUESTION, { redirect: "manual" })).status;
    for (const [kind, expected] of [["missing", 404], ["memory", 500], ["busy", 503], ["redirect", 307]]) {
      await control("faults", [{ kind, to: "http://elsewhere.example/api/chat" }]);
      assert.deepEqual([await status(), await status()], [expected, 200], kind);
    }
    await control("faults", [{ kind: "drop" }]);
    await assert.rejects(api("chat", QUESTION));
    await control("faults", [{ call: "tags", kind: "busy" }]);
    assert.equal(await status(), 200);
  });

  test("faults in the middle of an answer", async () => {
    const disturbed = async (fault) => {
      await control("clear");
      await control("replies", ["uno dos tres"]);
      await control("faults", [fault]);
      return (await api("chat", QUESTION)).text();
    };
    await assert.rejects(disturbed({ kind: "cut", pieces: 2 }));
    assert.match(await disturbed({ kind: "invalid" }), /oops\n$/);
    assert.match(await disturbed({ kind: "error", text: "it broke" }), /\{"error":"it broke"\}\n$/);
    assert.match(await disturbed({ kind: "truncate", tokens: 7 }), /"prompt_eval_count":7,/);
  });

  test("a client that leaves is noted at once", async () => {
    for (const kind of ["slow", "stall"]) {
      await control("clear");
      await control("replies", ["uno dos tres"]);
      await control("faults", [{ kind }]);
      const client = new AbortController();
      const asking = api("chat", QUESTION, { signal: client.signal }).then((answer) => answer.text());
      await sleep(200);
      const left = Date.now();
      client.abort();
      await assert.rejects(asking);
      await sleep(100);
      const [{ ended, closed_ms }] = await log();
      assert.equal(ended, "closed");
      assert.ok(closed_ms - left < 100, `${kind}: ${closed_ms - left} ms`);
    }
  });

  test("nothing listens while it is down", async () => {
    await control("down", { ms: 300 });
    await assert.rejects(api("version"));
    await sleep(500);
    assert.equal((await api("version")).status, 200);
  });
});

describe("a real model", { skip: WITHOUT_MODEL }, () => {
  let server;
  const { api, control, log, lines } = calls(() => server);
  const options = { temperature: 0, seed: 1, num_ctx: 2048, num_predict: 48 };
  const content = "1. El preaviso es de treinta días.\n2. El precio es de 9 euros.\n¿Qué preaviso hay?";
  const messages = [{ role: "user", content }];
  const properties = { sentences: { type: "array", items: { enum: [1, 2] }, minItems: 1, maxItems: 2 } };
  const request = { model: "qwen2.5-coder:0.5b", messages, options, format: { type: "object", properties } };
  before(async () => {
    server = await start([
      `chat:qwen2.5-coder:0.5b=${WEIGHTS}`, `embed:vectors=${WEIGHTS}`, `fetch:fetched:0.5b=${WEIGHTS}`,
    ]);
  });
  after(() => server.stop());
  beforeEach(() => control("clear"));

  test("it answers under a schema, the same each time, with true counts", async () => {
    const ask = async () => (await api("chat", { ...request, stream: false })).json();
    const [first, second] = [await ask(), await ask()];
    const { sentences } = JSON.parse(first.message.content);
    assert.ok(sentences.length > 0 && sentences.every((number) => [1, 2].includes(number)));
    assert.equal(first.message.content, second.message.content);
    assert.equal(first.prompt_eval_count, second.prompt_eval_count);
    assert.ok(first.prompt_eval_count > 30 && first.prompt_eval_count < 60, `${first.prompt_eval_count}`);
    assert.ok(first.eval_count >= 3 && first.eval_count <= options.num_predict);
  });

  test("a prompt that is too long is cut in silence, or refused where that was asked", async () => {
    const tight = { ...request, stream: false, options: { ...options, num_ctx: 32, num_predict: 1 } };
    assert.equal((await (await api("chat", tight)).json()).prompt_eval_count, 32);
    const refused = await api("chat", { ...tight, truncate: false });
    const { error } = await refused.json();
    assert.deepEqual([refused.status, error], [400, "the input length exceeds the context length"]);
  });

  test("its work ends when the client leaves", async () => {
    const client = new AbortController();
    const long = { ...request, format: undefined, options: { ...options, num_predict: 2000 } };
    const answer = await api("chat", long, { signal: client.signal });
    await answer.body.getReader().read();
    client.abort();
    const next = await api("chat", { ...request, stream: false, options: { ...options, num_predict: 1 } });
    assert.equal(next.status, 200, "the next request does not wait for 2,000 tokens");
    assert.equal((await log())[0].ended, "closed");
  });

  test("vectors, and a model that is fetched", async () => {
    const { embeddings } = await (await api("embed", { model: "vectors", input: ["preaviso", "precio"] })).json();
    assert.deepEqual(embeddings.map((vector) => vector.length), [896, 896]);
    assert.ok(Math.abs(Math.hypot(...embeddings[0]) - 1) < 1e-6);
    assert.equal((await api("show", { model: "fetched:0.5b" })).status, 404);
    const reports = await lines(await api("pull", { model: "fetched:0.5b" }));
    assert.deepEqual([reports.at(-1).status, reports.at(-4).completed], ["success", 491_400_064]);
    const { model_info } = await (await api("show", { model: "fetched:0.5b" })).json();
    assert.equal(model_info["qwen2.context_length"], 32_768);
  });
});
