// The ledger in a browser: what a lawyer does with mouse and keyboard, on invented documents.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { KEY, missing, openBrowser, until } from "./browser.mjs";

const ROWS_MAX = 120;

describe("documents", { skip: missing() }, () => {
  let browser;
  let close;
  before(async () => ({ browser, close } = await openBrowser()));
  after(() => close?.());

  const names = () => browser.run("return [...document.querySelectorAll('tbody .open')].map((one) => one.textContent)");
  const current = () => browser.run("return document.querySelector('tr[aria-selected=true] .open')?.textContent ?? null");
  const hasFocus = (selector) => browser.run("return document.activeElement === document.querySelector(arguments[0])", selector);

  async function open(query = "lang=es") {
    await browser.open(query);
    await browser.click(query.includes("lang=en") ? "Documents" : "Documentos");
    await browser.see("tbody .open");
  }

  async function filter(words) {
    await browser.run("const field = document.querySelector('input[type=search]'); field.value = arguments[0]; field.dispatchEvent(new Event('input', { bubbles: true }));", words);
  }

  test("the keyboard goes through the table, and Enter opens", async () => {
    await open("lang=es&many");
    await until(() => hasFocus("table"), "the table has the focus");
    const all = await names();
    await browser.press(KEY.home);
    assert.equal(await current(), all[0]);
    await browser.press(KEY.down, KEY.down);
    assert.equal(await current(), all[2]);
    await browser.press(KEY.up);
    assert.equal(await current(), all[1]);
    await browser.press(KEY.pageDown);
    assert.ok(all.indexOf(await current()) > 5, "a page further down");
    await browser.press(KEY.end);
    const count = await browser.run("return Number(document.querySelector('table').getAttribute('aria-rowcount'))");
    assert.equal(await browser.run("return Number(document.querySelector('tr[aria-selected=true]').getAttribute('aria-rowindex'))"), count);
    const inside = "const row = document.querySelector('tr[aria-selected=true]').getBoundingClientRect(), box = document.querySelector('.scroller').getBoundingClientRect(); return row.top >= box.top && row.bottom <= box.bottom + 1;";
    await until(() => browser.run(inside), "the current row is in view");
    assert.ok(await browser.run("return document.getElementById(document.querySelector('table').getAttribute('aria-activedescendant'))?.matches('[aria-selected=true]')"), "the table names its current row");

    await filter("ejecución hnos");
    await until(async () => (await names()).length === 1, "one row is left");
    await browser.run("document.querySelector('table').focus()");
    await browser.press(KEY.home, KEY.enter);
    await browser.see("aside, section[aria-label], .source");
    await until(async () => (await browser.run("return document.querySelector('.rooms').children.length")) > 1, "the source opens beside");
    // Fewer columns have room now; those that stay fill the table.
    await filter("");
    const filled = "const head = document.querySelector('thead tr').getBoundingClientRect(), last = document.querySelector('thead th:last-child').getBoundingClientRect(); return Math.abs(head.right - last.right) < 2 && document.querySelector('thead .place').checkVisibility() === false;";
    await until(() => browser.run(filled), "the columns fill the table");
  });

  test("3,000 rows are scrolled with few of them in the page", async () => {
    await open("lang=es&many");
    const rows = () => browser.run("return document.querySelectorAll('tbody tr').length");
    for (const share of [0, 0.13, 0.5, 0.77, 1]) {
      await browser.run("const scroller = document.querySelector('.scroller'); scroller.scrollTop = arguments[0] * scroller.scrollHeight;", share);
      const covered = "const box = document.querySelector('.scroller').getBoundingClientRect(); const seen = document.elementFromPoint(box.left + 60, (box.top + box.bottom) / 2); return Boolean(seen?.closest('tbody tr:not(.space)'));";
      await until(() => browser.run(covered), `rows at ${share}`);
      assert.ok((await rows()) < ROWS_MAX, `${await rows()} rows in the page`);
    }
  });

  test("rows that come in move neither what is seen nor the current row nor the focus", async () => {
    await open("lang=es&many&indexing");
    await browser.click("Estado");
    await browser.run("document.querySelector('table').focus(); const scroller = document.querySelector('.scroller'); scroller.scrollTop = 44 * 400;");
    await until(async () => (await browser.run("return document.querySelector('.scroller').scrollTop")) > 0, "scrolled");
    await browser.run("const box = document.querySelector('.scroller').getBoundingClientRect(); document.elementFromPoint(box.left + 300, box.top + 200).closest('tr').click();");
    const chosen = await until(current, "a current row");
    const before = await browser.text(".keeping");
    await until(async () => (await browser.text(".keeping")) !== before, "reading goes on");
    await browser.runAsync("setTimeout(arguments[arguments.length - 1], 2500)");
    assert.equal(await current(), chosen);
    assert.ok(await hasFocus("table"));
  });

  test("a filter folds case and accents, and states narrow with counts", async () => {
    await open();
    await filter("POLIZA seguro");
    await until(async () => (await names()).join() === "Póliza de seguro.pdf", "the policy alone");
    await filter("no hay nada así");
    await browser.see(".nothing button");
    await browser.click("Mostrar todos");
    await browser.see("tbody .open");

    const kinds = await browser.run("return [...document.querySelectorAll('.kind')].map((one) => [one.innerText.trim().split(/\\s+/).slice(0, -1).join(' '), Number(one.querySelector('.count').textContent)])");
    for (const [kind, count] of kinds) {
      await browser.run("[...document.querySelectorAll('.kind')].find((one) => one.innerText.trim().startsWith(arguments[0])).click()", kind);
      await until(async () => (await browser.run("return Number(document.querySelector('table').getAttribute('aria-rowcount')) - 1")) === count, `${count} rows of ${kind}`);
    }
  });

  test("every column sorts both ways and says so", async () => {
    await open();
    for (const column of ["Nombre", "Carpeta", "Estado", "Fecha", "Tamaño", "Págs."]) {
      const sorted = () => browser.run("return [...document.querySelectorAll('thead th')].find((one) => one.innerText.trim() === arguments[0]).getAttribute('aria-sort')", column);
      if ((await sorted()) === "none") await browser.click(column);
      const first = await sorted();
      const order = await names();
      await browser.click(column);
      assert.deepEqual(new Set([first, await sorted()]), new Set(["ascending", "descending"]), column);
      assert.notDeepEqual(await names(), order, column);
    }
    const sorting = await browser.run("return document.querySelectorAll('thead [aria-sort$=scending]').length");
    assert.equal(sorting, 1);
  });

  test("what is attached stands below its parent and names it", async () => {
    await open();
    await browser.click("Fecha");
    const all = await names();
    const parent = all.findIndex((name) => name.endsWith(".eml"));
    assert.deepEqual(all.slice(parent + 1, parent + 3), ["Acta de recepción.pdf", "Cálculo.xlsx"]);
    assert.match(await browser.text("tr:has(.attached) .below"), /^adjunto de 2025-01-14/);
  });

  test("a wrong password is said in the dialog, the right one reads the document", async () => {
    await open();
    await filter("póliza");
    await until(async () => (await names()).length === 1, "the policy alone");
    await browser.run("document.querySelector('table').focus()");
    await browser.press(KEY.home, KEY.enter);
    await browser.see("dialog[open] input[type=password]");
    await until(() => hasFocus("dialog input[type=password]"), "the field has the focus");
    await browser.type("dialog input", "mala");
    await browser.press(KEY.enter);
    await browser.see("dialog [role=alert]");
    assert.deepEqual(await browser.violations(), []);
    await browser.type("dialog input", "1234");
    await browser.press(KEY.enter);
    await browser.gone("dialog");
    await until(async () => (await browser.text("tbody .state")).includes("leído"), "it is read");
  });

  test("removing a folder asks first, and the way back has the focus", async () => {
    await open();
    await browser.click("Quitar la carpeta Gran Vía 14");
    await until(() => hasFocus("dialog .button"), "cancel has the focus");
    assert.match(await browser.text("dialog"), /no se tocan/);
    await browser.press(KEY.escape);
    await browser.gone("dialog");
    await browser.click("Quitar la carpeta Gran Vía 14");
    await browser.click("Quitar la carpeta");
    await until(async () => (await browser.run("return document.querySelectorAll('.folder').length")) === 2, "the folder is gone");
  });

  test("a folder is added with its matter", async () => {
    await open();
    await browser.click("Añadir carpeta…");
    await browser.type("dialog input.field", "Aldama");
    await browser.press(KEY.enter);
    await browser.gone("dialog");
    await until(async () => (await browser.text("nav[aria-label=Carpetas]")).includes("Aldama"), "the matter stands at the side");
    assert.equal(await browser.find(".failure"), undefined);
  });

  test("files over the window show where they drop, and are asked about once", async () => {
    await open();
    await browser.run("fakeDrag({ kind: 'over' })");
    await browser.see(".over");
    await browser.run("fakeDrag({ kind: 'left' })");
    await browser.gone(".over");
    await browser.run("fakeDrag({ kind: 'dropped', paths: ['/tmp/uno.pdf', '/tmp/dos.pdf'] })");
    await browser.see("dialog[open]");
    await browser.clickOn("dialog input[type=checkbox]");
    await browser.click("Añadir");
    await browser.gone("dialog");
    await filter("uno.pdf");
    await until(async () => (await names()).join() === "uno.pdf", "what was dropped is in the ledger");
    await browser.run("fakeDrag({ kind: 'dropped', paths: ['/tmp/tres.pdf'] })");
    await filter("tres.pdf");
    await until(async () => (await names()).join() === "tres.pdf", "the second drop does not ask");
    await browser.run("fakeDrag({ kind: 'dropped', paths: ['/tmp/prohibido.pdf'] })");
    await browser.see(".failure");
  });

  test("files handed over open when they are known, and are taken in when not", async () => {
    await browser.open("lang=es");
    await browser.run("fakeHanded({ paths: ['/home/ana/Expedientes/Consejo/Libro de actas.txt', '/tmp/nuevo.pdf'], known: 1 })");
    await browser.see("dialog[open]");
    await browser.press(KEY.escape);
    await until(async () => (await current()) === "Libro de actas.txt", "the known one is current");
  });

  test("reading is paused and resumed", async () => {
    await open("lang=es&indexing");
    await browser.click("Pausar");
    await until(async () => (await browser.text(".keeping"))?.includes("Lectura en pausa"), "the pause is said");
    await browser.click("Reanudar");
    await until(async () => (await browser.text(".keeping"))?.includes("Leyendo"), "reading goes on");
  });

  for (const language of ["es", "en"]) {
    for (const theme of ["light", "dark"]) {
      test(`axe finds nothing serious: ${language}, ${theme}`, async () => {
        await open(`lang=${language}&theme=${theme}&indexing&findings`);
        await browser.press(KEY.home, KEY.down, KEY.down);
        await browser.see("section h2");
        assert.deepEqual(await browser.violations(), []);
        await browser.run("fakeDrag({ kind: 'dropped', paths: ['/tmp/uno.pdf'] })");
        await browser.see("dialog[open]");
        assert.deepEqual(await browser.violations(), []);
      });
    }
  }
});
