// What the lawyer sees of a model's answers: who made them, how each sentence is backed, that they can be stopped,
// and that whatever becomes of the model server there is an answer.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { composed, modelServer, numberOf, piecesOfFirst, SMALL, SMALL_HERE, TOLD } from "./ollama.mjs";
import { answered, QUESTION, QUOTE, send, shown, withSample } from "./sample.mjs";
import { folderFor, freePort, KEY, until } from "./window.mjs";

const WITHOUT_MODEL = SMALL_HERE ? false : "no real model (run `npm ci` and `python3 fetch.py` in tests/ollama)";
const LEASE = `CONTRATO DE ARRENDAMIENTO

CLÁUSULA PRIMERA.- Renta
La renta mensual será de 1.250 euros, pagadera por anticipado.

CLÁUSULA SEGUNDA.- Duración
El arrendamiento durará cinco años desde la firma de este contrato.

CLÁUSULA TERCERA.- Fianza
El arrendatario entrega una fianza de 2.500 euros.
`;
const TRUE_CLAIM = "El contratista paga un 0,5 % del precio por cada día natural de retraso.";
/** A server that computes for nobody is what a lawyer's laptop notices: it hears of a stop within this. */
const STOP_MS_MAX = 2000;
/** A model of half a billion parameters reads its prompt on one thread. */
const REAL_MS_MAX = 180_000;
const SUPPORT = {
  quoted: "cita literal",
  supported: "cifras y nombres comprobados; redacción del modelo",
  unsupported: "sin encontrar en la fuente",
};

/** A window in compose mode whose model says what it is told, and the number of the passage with the quote. */
async function composing(t) {
  const server = await modelServer(t, ["dictated:told"]);
  const window = await withSample(t, { environment: { OLLAMA_HOST: server.host }, settings: { mode: "compose", model: TOLD } });
  return { server, window, source: await numberOf(window, server, QUOTE) };
}

test("a real model's answer names it and says of each sentence how it is backed", { skip: WITHOUT_MODEL }, async (t) => {
  const server = await modelServer(t, [SMALL_HERE]);
  // Over one short contract: what the model has to read is what takes the time.
  const documents = await folderFor(t);
  await writeFile(join(documents, "arrendamiento.txt"), LEASE);
  const options = { folders: [documents], environment: { OLLAMA_HOST: server.host }, settings: { mode: "select", model: SMALL } };
  const window = await withSample(t, options);
  await send(window, "¿Cuál es la renta mensual?");
  const { claims, whole } = await answered(window, 1, REAL_MS_MAX);
  assert.ok(claims.length > 0, whole);
  assert.ok(whole.includes(`Frases literales elegidas por ${SMALL}`), whole);
  for (const { sentence, support, said, chips } of claims) {
    assert.equal(said, SUPPORT[support], sentence);
    // What is chosen, not worded, can be nothing but the document's own words.
    assert.equal(support, "quoted", sentence);
    assert.ok(LEASE.includes(sentence) && chips > 0, sentence);
  }
});

test("sentences are shown as they come, and a button or Escape stops the answer", async (t) => {
  const { server, window, source } = await composing(t);
  const reply = composed([TRUE_CLAIM, source, QUOTE], [QUOTE, source, QUOTE]);
  const stops = [() => window.click("form button", "Detener"), () => window.keys(KEY.escape)];
  for (const [index, stop] of stops.entries()) {
    await server.clear();
    await server.reply(reply);
    await server.fault({ kind: "stall", pieces: piecesOfFirst(reply) });
    await send(window);
    const coming = await until("the first sentence", async () => {
      const answer = (await window.all("article")).length > index && (await shown(window));
      return answer && answer.claims.length > 0 && answer;
    });
    assert.ok(coming.isComing, "the answer goes on");
    assert.deepEqual(coming.claims.map(({ sentence, support }) => [sentence, support]), [[TRUE_CLAIM, "supported"]]);
    assert.equal((await server.chats()).at(-1).ended, undefined, "the server has more to send");

    const pressed = Date.now();
    await stop();
    const { claims, status } = await answered(window, index + 1);
    assert.equal(status, "Detenida: esto es lo que había hasta ese momento.");
    assert.deepEqual(claims.map(({ sentence }) => sentence), [TRUE_CLAIM], "what came stays");
    const chat = await until("the connection to end", async () => {
      const last = (await server.chats()).at(-1);
      return last.ended && last;
    });
    assert.equal(chat.ended, "closed", "the server's work ends with it");
    assert.ok(chat.closed_ms - pressed < STOP_MS_MAX, `${chat.closed_ms - pressed} ms`);
  }

  await server.reply(composed([TRUE_CLAIM, source, QUOTE]));
  await send(window);
  const next = await answered(window, stops.length + 1);
  assert.equal(next.claims[0]?.support, "supported", `the next question is answered: ${next.whole}`);
});

test("a figure that the source does not have is plainly marked", async (t) => {
  const { server, window, source } = await composing(t);
  const wrong = "El contratista paga un 5 % del precio por cada día natural de retraso.";
  await server.reply(composed([TRUE_CLAIM, source, QUOTE], [wrong, source, QUOTE]));
  await send(window);
  const { claims, whole } = await answered(window);
  const [good, bad] = claims;
  assert.deepEqual([good.sentence, good.said], [TRUE_CLAIM, SUPPORT.supported]);
  assert.deepEqual([bad.sentence, bad.said], [wrong, SUPPORT.unsupported]);
  assert.match(bad.reasons, /5/, "the reason names the figure");
  assert.ok(whole.includes(`Redactada por ${TOLD}, comprobada frase a frase`), whole);
  // Marked for the eye as well: a frame around it, which the other has not.
  const frames = await window.run(() => [...document.querySelectorAll(".answer ol > li")].slice(0, 2).map((item) => getComputedStyle(item).borderTopWidth));
  assert.deepEqual(frames, ["0px", "1px"]);
});

test("without Ollama the answer is verbatim; started, it is found and answers", async (t) => {
  const port = await freePort();
  const window = await withSample(t, { environment: { OLLAMA_HOST: `127.0.0.1:${port}` } });
  await send(window);
  const alone = await answered(window);
  assert.ok(alone.claims.length > 0 && alone.claims.every(({ support }) => support === "quoted"), alone.whole);
  assert.ok(alone.whole.includes("Frases literales, sin modelo"), alone.whole);

  await window.click("header [aria-label='Ajustes']");
  await window.find(".server .title", "Ollama no responde");
  const model = "qwen2.5:1.5b";
  const server = await modelServer(t, [`dictated:${model}`], port);
  await window.click(".server button", "Buscar de nuevo");
  await window.find(".server .title", `Listo. Responderá ${model}`);

  await window.click("nav button", "Preguntar");
  await server.reply(JSON.stringify({ sentences: [1] }));
  await send(window);
  const answer = await answered(window, 2);
  assert.ok(answer.whole.includes(`Frases literales elegidas por ${model}`), answer.whole);
});

test("a server that goes away in the middle of an answer leaves the verbatim answer and the reason", async (t) => {
  const { server, window, source } = await composing(t);
  const reply = composed([TRUE_CLAIM, source, QUOTE], [QUOTE, source, QUOTE]);
  await server.reply(reply);
  await server.fault({ kind: "stall", pieces: piecesOfFirst(reply) });
  await send(window);
  await until("the first sentence", async () => (await shown(window))?.claims.length > 0);
  server.stop();
  const cut = await answered(window);
  assert.match(cut.notice, /La respuesta del modelo se cortó antes de acabar.*frases literales de los documentos/);
  assert.ok(cut.claims.length > 0 && cut.claims.every(({ support }) => support === "quoted"), cut.whole);
  assert.ok(cut.whole.includes("Frases literales, sin modelo"), cut.whole);

  await send(window);
  const gone = await answered(window, 2);
  assert.match(gone.notice, /Ollama no responde en 127\.0\.0\.1:\d+/);
  assert.ok(gone.claims.length > 0, gone.whole);
  assert.ok(gone.whole.includes(QUESTION));
});
