// A newcomer's way: the first start, the sample case file, a question, a citation, its words marked on the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openWindow, until, KEY } from "./window.mjs";

const QUESTION = "¿Qué penalización por retraso tiene el contrato con Ingeniería Valdeárbol?";

test("from the first start to the marked words, and to an answer that is not there", async (t) => {
  const window = await openWindow(t);
  await window.speak("es");
  await window.click("button", "expediente de ejemplo");
  await window.find("textarea");
  await window.idle();

  await window.type("textarea", QUESTION);
  await window.keys(KEY.enter);
  const chip = await window.find("[aria-keyshortcuts='Alt+1']");
  assert.match(await window.run(() => document.body.innerText), /0,5 % del precio por cada día natural/);
  assert.match(await window.run(() => document.body.innerText), /cita literal/);
  await window.click(chip);
  await window.find(".page .mark");
  assert.equal(await window.run(() => document.activeElement?.dataset.mark), "", "the focus is on the mark");
  await window.keys(KEY.escape);
  await until("the source to close", async () => (await window.all(".page")).length === 0);
  assert.equal(await window.run(() => document.activeElement?.getAttribute("aria-keyshortcuts")), "Alt+1", "the focus is back");

  await window.type("textarea", "¿Qué contrato tenemos con Astilleros Montealegre sobre amarres?");
  await window.keys(KEY.enter);
  await until("not found", () => window.run(() => document.body.innerText.includes("No lo encuentro en los documentos")));
  // Nothing of it left the computer, and the settings say so.
  const account = await window.invoke("account");
  assert.equal(account.requests_outside, 0);
});

test("the window stays on its own pages and loads nothing from elsewhere", async (t) => {
  const window = await openWindow(t);
  const here = () => window.run(() => location.href);
  const before = await here();
  await window.run(() => {
    location.href = "http://127.0.0.1:9/elsewhere";
  });
  await window.run(() => {
    const link = document.createElement("a");
    link.href = "https://example.com/";
    link.target = "_blank";
    document.body.append(link);
    link.click();
  });
  assert.equal(await here(), before);
  // Straight through the policy: a picture, a request, a script, a style.
  const refused = await window.wait(async () => {
    const picture = await new Promise((done) => {
      const image = new Image();
      image.onload = () => done(false);
      image.onerror = () => done(true);
      image.src = "http://127.0.0.1:9/a.png";
    });
    const request = await fetch("http://127.0.0.1:9/").then(() => false, () => true);
    const code = (() => {
      try {
        return !new Function("return true")();
      } catch {
        return true;
      }
    })();
    return { picture, request, code };
  });
  assert.deepEqual(refused, { picture: true, request: true, code: true });
});
