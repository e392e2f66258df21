// The first run and the settings in a browser, in both languages and themes, on an invented model server.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { KEY, missing, openBrowser, until } from "./browser.mjs";

const SETTINGS = { es: "Ajustes", en: "Settings" };

describe("welcome and settings", { skip: missing() }, () => {
  let browser;
  let close;
  before(async () => ({ browser, close } = await openBrowser()));
  after(() => close?.());

  async function openSettings(query = "lang=es") {
    await browser.open(query);
    await browser.click(SETTINGS[query.includes("lang=en") ? "en" : "es"]);
    await browser.see("#settings-about");
    await until(async () => !(await browser.text("main")).includes("Consultando"), "the account is there");
  }

  /** Every text on the screen, with names that are only read out. */
  const texts = () =>
    browser.run(`const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [];
      while (walk.nextNode()) if (walk.currentNode.data.trim()) found.push(walk.currentNode.data.trim());
      for (const one of document.querySelectorAll("[aria-label],[title],[placeholder]"))
        for (const name of ["aria-label", "title", "placeholder"]) if (one.hasAttribute(name)) found.push(one.getAttribute(name).trim());
      return found;`);

  for (const language of ["es", "en"]) {
    for (const theme of ["light", "dark"]) {
      test(`first run: axe finds nothing serious: ${language}, ${theme}`, async () => {
        for (const server of ["noollama", "nomodel", ""]) {
          await browser.open(`empty&lang=${language}&theme=${theme}&${server}`);
          await browser.see(".panel .title");
          assert.deepEqual(await browser.violations(), [], server);
        }
      });

      test(`settings: axe finds nothing serious: ${language}, ${theme}`, async () => {
        for (const query of ["host", "noollama&findings"]) {
          await openSettings(`lang=${language}&theme=${theme}&${query}`);
          assert.deepEqual(await browser.violations(), [], query);
        }
      });
    }

    test(`every text is in the window's language: ${language}`, async () => {
      const seen = [];
      await browser.open(`empty&lang=${language}&noollama`);
      await browser.see(".panel .title");
      assert.equal(await browser.run("return document.documentElement.lang"), language);
      seen.push(...(await texts()));
      await openSettings(`lang=${language}&host`);
      seen.push(...(await texts()));
      await browser.click(language === "es" ? "Documentos" : "Documents");
      await browser.see("tbody .open");
      await browser.press(KEY.home);
      seen.push(...(await texts()));
      for (const text of seen) {
        assert.notEqual(text, "");
        assert.doesNotMatch(text, /undefined|null|NaN|\[object|=>/, text);
        // A key that has slipped through looks like a name of code.
        assert.doesNotMatch(text, /^[a-z]+[A-Z][a-zA-Z]*$/, text);
      }
      const other = language === "es" ? /\b(the|your|and|with)\b/i : /[¿¡]|\b(usted|documento|carpeta|ordenador)s?\b/i;
      const shown = await browser.text("header");
      assert.doesNotMatch(shown, other);
    });
  }

  test("a folder chosen begins, and the sample too", async () => {
    for (const name of ["Elegir una carpeta…", "Probar con el expediente de ejemplo"]) {
      await browser.open("empty&lang=es");
      await browser.click(name);
      await until(() => browser.run("return !document.querySelector('nav .room').disabled"), "the rooms open");
    }
  });

  test("the recommended model is fetched with figures, and a download can be cancelled", async () => {
    await browser.open("empty&lang=es&nomodel&slow");
    assert.match(await until(() => browser.text(".panel"), "the panel"), /.*/);
    await until(async () => (await browser.text(".panel")).includes("Ollama se conectará a Internet"), "who uses the network is said before");
    await browser.click("Descargar qwen3:8b (5,2 GB)");
    await until(async () => /de 5,2 GB\s+[\d,]+ (MB|kB) por segundo\s+quedan unos/.test((await browser.text(".figures")) ?? ""), "bytes, speed and time left");
    await browser.click("Cancelar la descarga");
    await browser.gone(".figures");
    assert.equal(await browser.find(".failure"), undefined, "who cancels is not told of a failure");

    await browser.open("empty&lang=es&nomodel");
    await browser.click("Descargar qwen3:8b (5,2 GB)");
    await until(async () => (await browser.text(".panel")).includes("Listo"), "the model is there");
  });

  test("another machine is allowed only by its exact name, and withdrawn", async () => {
    await openSettings("lang=es&host");
    await browser.see("form.box");
    const mayAllow = () => browser.run("return !document.querySelector('form.box button').disabled");
    await browser.type("form.box input", "servidor.bufete.loca");
    assert.equal(await mayAllow(), false);
    await browser.type("form.box input", "l:11434");
    await until(mayAllow, "the whole name allows");
    await browser.click("Autorizar esta máquina");
    await until(async () => (await browser.text(".server")).includes("no en este ordenador"), "where answers are made is said");
    await browser.click("Retirar la autorización");
    await browser.see("form.box");
  });

  test("language and look change at once", async () => {
    await openSettings("lang=es");
    await browser.click("English");
    await until(async () => (await browser.run("return document.documentElement.lang")) === "en", "English");
    await browser.click("Dark");
    await until(async () => (await browser.run("return document.documentElement.dataset.theme")) === "dark", "dark");
  });

  test("at least one language of scans stays chosen", async () => {
    await openSettings("lang=es");
    await browser.click("Inglés");
    const last = "return [...document.querySelectorAll('.languages input:checked')].map((one) => one.disabled)";
    await until(async () => JSON.stringify(await browser.run(last)) === "[true]", "the last one cannot be taken away");
  });

  test("how answers are made, the model and what becomes of drops are kept", async () => {
    await openSettings("lang=es");
    for (const name of ["qwen3:4b", "Copiarlos en la carpeta de Legajo"]) await browser.click(name);
    await browser.run("document.querySelector('input[value=verbatim]').click()");
    await browser.click("Documentos");
    await browser.click("Ajustes");
    const checked = () => browser.run("return [...document.querySelectorAll('input[type=radio]:checked')].map((one) => one.closest('label').innerText.trim().split('\\n')[0])");
    await until(async () => (await checked()).includes("qwen3:4b"), "the choices");
    const now = await checked();
    assert.ok(now.includes("Literal") && now.includes("Copiarlos en la carpeta de Legajo"), now.join());
  });

  test("rebuilding asks first", async () => {
    await openSettings("lang=es");
    await browser.click("Reconstruir el índice…");
    await browser.see("dialog[open]");
    await browser.press(KEY.escape);
    await browser.gone("dialog");
  });

  test("the way at the side leads to each section", async () => {
    await openSettings("lang=es");
    await browser.click("Almacenamiento");
    await until(() => browser.run("return document.activeElement.id === 'settings-storage'"), "the focus is at the section");
    assert.match(await browser.text("main"), /0 peticiones fuera de 127\.0\.0\.1 desde el 3 de marzo de 2026/);
  });
});
