// A server that speaks Ollama's API over a real small model, for tests and measurements, with faults on demand.
//
//   node server.mjs [--port N] KIND:NAME[=PATH]...
//
// Kinds: `chat` and `embed` (a model's file), `fetch` (appears once it is pulled), `dictated` (says only what it is
// told; needs neither weights nor node-llama-cpp), `remote` (claims to run elsewhere). It listens on this computer only
// and prints one line of JSON, `{"port":…,"control":…}`. It ends when its standard input does, so no test leaves it
// behind. OLLAMA_TEST_THREADS sets how many threads the model has, 1 without it.
//
// The control port, apart so that it goes on when the other is down:
//   POST /faults   [{…}]      what goes wrong next (faults.mjs)
//   POST /replies  ["…"]      what the model says next, in place of its own words
//   POST /down     {"ms":N}   nothing listens for so long
//   GET  /log                 each request: call, model, messages, and start, first token, end or close in milliseconds of the epoch
//   POST /clear               forgets faults, replies and log
import { once } from "node:events";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { CALLS, CALLS_OF_MODELS, fail, json } from "./api.mjs";
import { Engine } from "./engine.mjs";
import { Faults } from "./faults.mjs";
import { Models } from "./models.mjs";

const HOST = "127.0.0.1";
const BODY_BYTES_MAX = 16 << 20;

async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error("http: request body too large");
    chunks.push(chunk);
  }
  return bytes ? JSON.parse(Buffer.concat(chunks).toString("utf8")) : {};
}

/** Answers one request of the API and notes how it went. */
async function answer({ models, engine, faults, log }, request, response) {
  const call = request.url.split("?")[0].replace(/^\/api\//, "");
  const entry = { call, started_ms: Date.now() };
  log.push(entry);
  const gone = new AbortController();
  response.on("close", () => {
    entry.closed_ms = Date.now();
    entry.ended = response.writableFinished ? "done" : "closed";
    gone.abort();
  });
  try {
    if (call === "/") return response.end("Ollama is running");
    const body = await bodyOf(request);
    entry.model = body.model ?? body.name;
    entry.messages = body.messages;
    const plan = faults.plan(call, gone.signal);
    entry.fault = plan.kind;
    if (plan.before(body, response)) return;
    const context = { models, engine, plan, entry, signal: gone.signal };
    if (CALLS[call]) await CALLS[call](context, body, response);
    else if (CALLS_OF_MODELS[call]) {
      // Dictated replies need no engine, and one that stalls must hold up no other.
      const run = () => (gone.signal.aborted ? undefined : CALLS_OF_MODELS[call](context, body, response));
      await (plan.reply !== undefined || !models.get(body.model ?? "")?.path ? run() : engine.exclusively(run));
    } else {
      response.writeHead(404, { "content-type": "text/plain" });
      response.end("404 page not found");
    }
  } catch (error) {
    if (!gone.signal.aborted) fail(response, error);
  }
}

async function control({ faults, log, down }, request, response) {
  try {
    const body = request.method === "POST" ? await bodyOf(request) : undefined;
    if (request.url === "/log") return json(response, 200, log);
    if (request.url === "/faults") faults.add(body);
    else if (request.url === "/replies") faults.dictate(body);
    else if (request.url === "/down") await down(body.ms);
    else if (request.url === "/clear") {
      faults.clear();
      log.length = 0;
    } else return json(response, 404, { error: "no such control" });
    json(response, 200, {});
  } catch (error) {
    json(response, 400, { error: error.message });
  }
}

async function listen(server, port) {
  server.listen(port, HOST);
  await once(server, "listening");
  return server.address().port;
}

/** Starts the server; returns its ports and how to end it. */
export async function start(specifications, port = 0) {
  const state = { models: new Models(), engine: new Engine(), faults: new Faults(), log: [] };
  for (const specification of specifications) state.models.add(specification);
  const api = createServer((request, response) => answer(state, request, response));
  api.requestTimeout = 0;
  const ports = { port: await listen(api, port) };
  state.down = async (ms) => {
    api.closeAllConnections();
    await new Promise((closed) => api.close(closed));
    setTimeout(() => api.listen(ports.port, HOST), ms);
  };
  const desk = createServer((request, response) => control(state, request, response));
  ports.control = await listen(desk, 0);
  const stop = () => [api, desk].forEach((server) => (server.closeAllConnections(), server.close()));
  return { ...ports, stop };
}

async function main() {
  const options = { port: { type: "string", default: "0" } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const { port, control: desk } = await start(positionals, Number(values.port));
  console.log(JSON.stringify({ port, control: desk }));
  process.stdin.resume().on("end", () => process.exit(0));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main();
