// Every screen, in both themes and languages: nothing serious for axe, no word of the other language, no button
// without a name.
import assert from "node:assert/strict";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { nameless, textsIn, violations, WITHOUT_AXE } from "./access.mjs";
import { composed, modelServer, numberOf, TOLD } from "./ollama.mjs";
import { answered, NOBODY, QUOTE, SAMPLE, send, withSample } from "./sample.mjs";
import { openWindow, until } from "./window.mjs";

const LOCKED = fileURLToPath(new URL("../fixtures/protected.pdf", import.meta.url));
const VARIANTS = [
  { language: "es", theme: "light", other: "en", unanswered: "¿Qué contrato tenemos con Astilleros Montealegre sobre amarres?" },
  { language: "en", theme: "dark", other: "es", unanswered: "Which mooring contract do we have with Astilleros Montealegre?" },
];
let protectedFolder;

before(async () => {
  protectedFolder = await mkdtemp(join(tmpdir(), "legajo-protected-"));
  await copyFile(LOCKED, join(protectedFolder, "acuerdo.pdf"));
});
after(() => rm(protectedFolder, { recursive: true, force: true }));

/** Looks at what is shown; what is wrong with any screen is said together at the end. */
function looker(window, { language, other, theme }) {
  const wrong = [];
  const look = async (screen) => {
    const add = (what, found) => found.length > 0 && wrong.push(`${screen}: ${what}: ${found.join("\n    ")}`);
    assert.equal(await window.run(() => document.documentElement.lang), language, screen);
    assert.equal(await window.run(() => document.documentElement.dataset.theme), theme, screen);
    add("axe", await violations(window));
    add(`words in ${other}`, await textsIn(window, other));
    add("buttons without a name", await nameless(window));
    // Without a word of its own language it would not have been looked at.
    assert.ok((await textsIn(window, language)).length > 2, `${screen}: its words are found`);
  };
  return { look, done: () => assert.ok(wrong.length === 0, `\n${wrong.join("\n")}`) };
}

async function dress(window, { language, theme }) {
  await window.settings({ language, theme });
  const isWorn = (language, theme) => document.documentElement.lang === language && document.documentElement.dataset.theme === theme;
  await until(`${language}, ${theme}`, () => window.run(isWorn, language, theme));
}

for (const variant of VARIANTS) {
  const { language, theme, unanswered } = variant;

  test(`the first run reads well in ${language}, ${theme}`, { skip: WITHOUT_AXE }, async (t) => {
    const window = await openWindow(t, { environment: { OLLAMA_HOST: NOBODY } });
    await dress(window, variant);
    await window.find(".server .title");
    const { look, done } = looker(window, variant);
    await look("welcome");
    done();
  });

  test(`every screen reads well in ${language}, ${theme}`, { skip: WITHOUT_AXE }, async (t) => {
    const server = await modelServer(t, ["dictated:told"]);
    const window = await withSample(t, { folders: [SAMPLE, protectedFolder], environment: { OLLAMA_HOST: server.host }, settings: { mode: "compose", model: TOLD } });
    await dress(window, variant);
    const { look, done } = looker(window, variant);
    const gone = (selector) => until(`${selector} to go`, async () => (await window.all(selector)).length === 0);
    const closeSource = async () => {
      await window.click("[data-pane='source'] header button");
      await gone("[data-pane='source']");
    };
    await window.find("#question");
    await look("ask, empty");

    const source = await numberOf(window, server, QUOTE);
    await server.reply(composed([QUOTE, source, QUOTE], ["El contratista paga un 5 % del precio por cada día.", source, QUOTE]));
    await send(window);
    const { claims } = await answered(window);
    assert.deepEqual(claims.slice(0, 2).map(({ support }) => support), ["quoted", "unsupported"]);
    await look("an answer with a sentence that is not in its source");

    await window.click("[aria-keyshortcuts='Alt+1']");
    await window.find(".page .mark");
    await until("the page's picture", () => window.run(() => document.querySelector(".page img")?.complete));
    await look("a source that is drawn");
    await window.click("[data-pane='source'] .bar .end button[aria-pressed]");
    await window.click("[data-pane='source'] .bar .end button:nth-of-type(2)");
    await window.type("[role='search'] input", "precio");
    await window.find(".page .found");
    await look("a source with its pages and a search");
    await closeSource();

    await send(window, unanswered);
    assert.deepEqual((await answered(window, 2)).claims, [], "it is not there");
    await look("not found");

    await window.click("header nav button:nth-child(2)");
    await window.click("tbody tr .open", "Adenda");
    await window.find(".blocks .block");
    await look("a source of paragraphs, beside the documents");
    await closeSource();

    const row = await window.find("tbody tr", "acuerdo.pdf");
    await window.click(await window.run((row) => row.querySelector(".status"), row));
    await window.find("section[aria-label] h2");
    await look("documents, with details");

    await window.click("tbody tr .open", "acuerdo.pdf");
    await window.find("dialog input");
    await window.type("dialog input.field", "equivocada");
    await window.click("dialog button[type='submit']");
    await window.find("dialog [role='alert']");
    await look("the password, refused");
    await window.click("dialog button[type='button']");
    await gone("dialog");

    // The settings are seen with a model server in one of the two, and without in the other.
    if (theme === "light") server.stop();
    await window.click("header .gear");
    await window.find(theme === "light" ? ".server .button" : "main table");
    await until("the account", () => window.run(() => !/^(Consultando|Looking)…$/m.test(document.querySelector("main").innerText)));
    await look("settings");
    done();
  });
}
