// A library of years: 3,000 documents in the ledger, killed in the middle and started again.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderFor, legajo, openWindow, until, withFolder } from "./window.mjs";

const COUNT = 3000;

test("3,000 documents are scrolled through, and a killed window comes back with all of them", async (t) => {
  const home = await folderFor(t);
  const documents = join(home, "expedientes");
  await mkdir(documents);
  const name = (number) => `contrato ${String(number).padStart(4, "0")}.txt`;
  // Files of one line each and no embedder: what is tried here is the ledger, not the reading.
  await Promise.all(Array.from({ length: COUNT }, (_, number) => writeFile(join(documents, name(number + 1)), `Renta del local ${number + 1}: ${500 + number} euros.\n`)));

  // Killed in the middle of the first reading.
  const environment = { LEGAJO_EMBEDDER: join(home, "none"), LEGAJO_LIBRARY: join(home, "one", "library") };
  const first = await withFolder(t, documents, { home: join(home, "one"), wait: false, environment });
  await until("some to be read", async () => (await first.invoke("desk")).totals.indexed > 100);
  await first.kill();

  const library = join(home, "one", "library");
  const window = await openWindow(t, { home: join(home, "one"), environment });
  await window.speak("es");
  const desk = await window.idle(180_000);
  assert.equal(desk.totals.indexed, COUNT);

  await window.click("nav button", "Documentos");
  await window.find("tbody tr", name(1));
  const rows = () => window.run(() => document.querySelectorAll("tbody tr").length);
  assert.ok((await rows()) < 120, `${await rows()} rows in the page`);
  await window.run(() => {
    const scroller = [...document.querySelectorAll("*")].find((element) => element.scrollHeight > 50_000 && getComputedStyle(element).overflowY !== "visible");
    scroller.scrollTop = scroller.scrollHeight;
  });
  await window.find("tbody tr", name(COUNT));
  assert.ok((await rows()) < 120);
  await legajo(library, "doctor");
});
