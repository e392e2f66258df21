// The ledger follows the folder while the window is open: a file added, changed, renamed, deleted.
import assert from "node:assert/strict";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderFor, openWindow, until, withFolder } from "./window.mjs";

const lease = (rent) => `CONTRATO DE ARRENDAMIENTO\n\nCLÁUSULA PRIMERA.- Renta\nLa renta mensual será de ${rent} euros, pagadera por anticipado.\n`;

test("the window follows the folder", async (t) => {
  const folder = await folderFor(t);
  const documents = join(folder, "expedientes");
  await mkdir(documents);
  await writeFile(join(documents, "uno.txt"), lease("1.111"));
  const window = await withFolder(t, documents);
  await window.click("nav button", "Documentos");
  const row = (name, ms) => window.find("tbody tr", name, ms);
  const read = (name) => until(`${name} read`, async () => (await window.text(await row(name))).includes("leído"));
  const gone = (name) => until(`${name} gone`, async () => (await window.all("tbody tr", name)).length === 0);
  const found = async (words) => {
    const wish = { question: "¿Cuál es la renta mensual?", conversation: null, folders: [], documents: [], mode: "verbatim" };
    const answer = await window.ask(wish);
    return answer.hits.some((hit) => hit.text.includes(words));
  };
  await read("uno.txt");

  await writeFile(join(documents, "dos.txt"), lease("2.222"));
  await read("dos.txt");
  assert.ok(await found("2.222"), "what was added is found");

  await writeFile(join(documents, "dos.txt"), lease("3.333"));
  await until("the change", () => found("3.333"));
  assert.ok(!(await found("2.222")), "what stood there before is not found");

  await rename(join(documents, "dos.txt"), join(documents, "tres.txt"));
  await read("tres.txt");
  await gone("dos.txt");

  await rm(join(documents, "tres.txt"));
  await gone("tres.txt");
  assert.ok(!(await found("3.333")), "what was deleted is not found");
  await read("uno.txt");
});
