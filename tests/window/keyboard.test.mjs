// Everything by keyboard: no test here moves or presses the mouse.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, QUESTION, withSample } from "./sample.mjs";
import { KEY, until } from "./window.mjs";

/** More presses of Tab than any room has stops. */
const STOPS_MAX = 120;
const FOCUS_MS_MAX = 10_000;

/** In the page: what has the focus. */
function focusNow() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.innerText ?? element.innerText ?? "";
  const box = element.getBoundingClientRect();
  // Where it stands in the page tells it from others of the same name.
  const path = [];
  for (let at = element; at && at !== document.body; at = at.parentElement) path.unshift([...at.parentElement.children].indexOf(at));
  const isSeen = element.checkVisibility() && box.width > 0 && box.height > 0;
  return { key: path.join("."), name: `${element.tagName} ${label.trim().slice(0, 60)}`, isSeen };
}

const hasFocus = (window, selector) => window.run((selector) => document.activeElement?.matches(selector) ?? false, selector);
const focusOn = (window, selector) =>
  until(`the focus on ${selector}`, () => hasFocus(window, selector), FOCUS_MS_MAX).catch(async (error) => {
    throw new Error(`${error.message}; it is on ${JSON.stringify(await window.run(focusNow))}`);
  });
const focusedText = (window) => window.run(() => document.activeElement.innerText.trim());
const tab = (window, back) => window.keys(KEY.tab, back ? [KEY.shift] : []);

/** Presses Tab until the focus is on an element of `selector` whose text or name has `text`. */
async function tabTo(window, selector, { back = false, text = "" } = {}) {
  const isThere = (selector, text) => {
    const element = document.activeElement;
    return element.matches(selector) && `${element.innerText} ${element.getAttribute("aria-label")}`.includes(text);
  };
  for (let count = 0; count < STOPS_MAX; count++) {
    if (await window.run(isThere, selector, text)) return;
    await tab(window, back);
  }
  assert.fail(`${selector} ${text} is not reached by Tab`);
}

/** Presses Tab until it is where it was; returns what had the focus on the way. */
async function around(window) {
  // A mark or a heading can hold the focus and be no stop.
  await tab(window);
  const first = await window.run(focusNow);
  assert.ok(first, "something has the focus");
  const seen = [];
  for (let count = 0; count < STOPS_MAX; count++) {
    await tab(window);
    const now = await window.run(focusNow);
    if (now?.key === first.key) return [first, ...seen];
    // Nothing has it between the last stop and the first.
    if (now) seen.push(now);
  }
  assert.fail(`Tab does not come back to ${first.name}; the last stops were ${seen.slice(-6).map(({ name }) => name).join(" → ")}`);
}

async function asked(window) {
  await tabTo(window, "#question");
  await window.keys(QUESTION);
  assert.equal(await window.run(() => document.activeElement.value), QUESTION);
  await window.keys(KEY.enter);
  return answered(window);
}

test("a question, its sources and what is found in them need no mouse", async (t) => {
  const window = await withSample(t);
  await asked(window);

  await tabTo(window, "[aria-keyshortcuts='Alt+1']", { back: true });
  await window.keys(KEY.enter);
  await focusOn(window, "[data-pane='source'] [data-mark]");
  await window.keys(KEY.escape);
  await until("the source to close", async () => (await window.all("[data-pane='source']")).length === 0);
  await focusOn(window, "[aria-keyshortcuts='Alt+1']");

  await window.keys("2", [KEY.alt]);
  const quote = await window.text(await window.find("[data-pane='source'] blockquote"));
  const second = await window.run(() => document.querySelector("[aria-keyshortcuts='Alt+2']").matches(".opened"));
  assert.ok(second, `the second citation is the one that is open: ${quote}`);
  await focusOn(window, "[data-mark], mark");

  await window.keys("f", [KEY.control]);
  await focusOn(window, "[role='search'] input");
  await window.keys("precio");
  const count = async () => window.text(await window.find("[role='search'] [role='status']"));
  const said = (start) => until(`«${start}…» in the search`, async () => (await count()).startsWith(start));
  await said("1 de ");
  await window.keys(KEY.enter);
  await said("2 de ");
  assert.ok((await window.all("[data-pane='source'] .current")).length > 0, "what is found is marked");
  await window.keys(KEY.escape);
  await focusOn(window, "[data-scroller]");
  await window.keys(KEY.escape);
  await focusOn(window, "[aria-keyshortcuts='Alt+1']");
});

test("a conversation is renamed and deleted from the rail", async (t) => {
  const window = await withSample(t);
  await asked(window);
  await tabTo(window, ".rail .title", { back: true });
  assert.equal(await focusedText(window), QUESTION);

  await window.keys(KEY.f2);
  await focusOn(window, ".rail input");
  await window.keys(`Valdeárbol${KEY.enter}`);
  await focusOn(window, ".rail .title");
  await until("the new name", async () => (await focusedText(window)) === "Valdeárbol");
  await window.keys(KEY.f2);
  await focusOn(window, ".rail input");
  await window.keys(`otro${KEY.escape}`);
  await focusOn(window, ".rail .title");
  assert.equal(await focusedText(window), "Valdeárbol", "Escape leaves the name");

  // The way back first: with its button, and with Escape.
  for (const leave of [KEY.enter, KEY.escape]) {
    await window.keys(KEY.delete);
    await focusOn(window, "dialog[open] button");
    if (leave === KEY.enter) await tabTo(window, "dialog button", { text: "Cancelar" });
    await window.keys(leave);
    await until("the dialog to close", async () => (await window.all("dialog")).length === 0);
    await focusOn(window, ".rail .title");
  }
  await window.keys(KEY.delete);
  await tabTo(window, "dialog button", { text: "Eliminar la conversación" });
  await window.keys(KEY.enter);
  await until("the conversation to go", async () => (await window.all(".rail .title")).length === 0);
  assert.deepEqual(await window.invoke("conversations"), []);
  // What had the focus is gone: it goes on where one goes on.
  await focusOn(window, "#question");
});

test("documents are chosen and opened, and the language changed, from the keys", async (t) => {
  const window = await withSample(t);
  await tabTo(window, "header nav button", { back: true, text: "Documentos" });
  await window.keys(KEY.enter);
  await focusOn(window, "table[role='grid']");
  await until("the rows", async () => (await window.all("tbody tr[aria-selected]")).length > 2);
  const current = () => window.run(() => {
    const table = document.querySelector("table");
    return Number(document.getElementById(table.getAttribute("aria-activedescendant"))?.ariaRowIndex ?? 0) - 1;
  });
  const count = await window.run(() => Number(document.querySelector("table").getAttribute("aria-rowcount")) - 1);
  const press = async (key, expected) => {
    await window.keys(key);
    assert.equal(await until("a current row", current), expected, key.codePointAt(0).toString(16));
  };
  await press(KEY.end, count);
  await press(KEY.down, count);
  await press(KEY.up, count - 1);
  await press(KEY.home, 1);
  await press(KEY.up, 1);
  await press(KEY.down, 2);
  const name = await window.run(() => document.querySelector("tr[aria-selected='true'] .open").innerText);
  await window.keys(KEY.enter);
  await window.find("[data-pane='source'] h2", name);
  await focusOn(window, "[data-scroller]");
  await window.keys(KEY.escape);
  await focusOn(window, "table[role='grid']");

  await tabTo(window, "header button", { back: true, text: "Ajustes" });
  await window.keys(KEY.enter);
  await window.find("h1", "Ajustes");
  const isLanguage = () => document.activeElement.closest("fieldset")?.querySelector("legend").innerText === "Idioma de la ventana";
  for (let stop = 0; !(await window.run(isLanguage)); stop++) {
    assert.ok(stop < STOPS_MAX, "the languages are not reached by Tab");
    await tab(window);
  }
  await window.keys(KEY.down);
  await until("the window in English", () => window.run(() => document.documentElement.lang === "en"));
  await window.find("h1", "Settings");
  assert.ok(await window.run(() => document.activeElement.matches("input[type='radio']:checked")), "the focus stays on the choice");
});

test("Tab goes around every room and comes back, over nothing that is not seen", async (t) => {
  const window = await withSample(t);
  const check = async (room, expected) => {
    const stops = await around(window);
    const unseen = stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name);
    assert.deepEqual(unseen, [], room);
    const names = stops.map(({ name }) => name);
    for (const text of expected) assert.ok(names.some((name) => name.includes(text)), `${room}: no stop at «${text}» among ${names.join(" → ")}`);
  };
  await focusOn(window, "#question");
  await check("ask, empty", ["Documentos", "Ajustes", "Nueva pregunta", "TEXTAREA", "SELECT"]);
  await asked(window);
  await window.keys("1", [KEY.alt]);
  await focusOn(window, "[data-mark], mark");
  await check("ask, with a source", ["Cita 1", "Copiar con citas", "Ajustes", "TEXTAREA", "Página"]);
  await window.keys(KEY.escape);
  await tabTo(window, "header nav button", { back: true, text: "Documentos" });
  await window.keys(KEY.enter);
  await focusOn(window, "table[role='grid']");
  await until("a row", async () => (await window.all("tbody tr[aria-selected]")).length > 0);
  await window.keys(KEY.home);
  await check("documents", ["TABLE", "Nombre", "Leer de nuevo", "Preguntar"]);
  await tabTo(window, "header button", { back: true, text: "Ajustes" });
  await window.keys(KEY.enter);
  await window.find("h1", "Ajustes");
  await check("settings", ["Idioma y aspecto", "Documentos", "Ajustes"]);
});
