// A protected document: it says that it needs its password, and with it it is read, found and drawn.
import assert from "node:assert/strict";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { folderFor, until, withFolder } from "./window.mjs";

// An agreement of the sample case file, encrypted with AES-256.
const LOCKED = fileURLToPath(new URL("../fixtures/protected.pdf", import.meta.url));
const PASSWORD = "cruzcampo";

test("a password opens a protected document", async (t) => {
  const documents = join(await folderFor(t), "expedientes");
  await mkdir(documents);
  await copyFile(LOCKED, join(documents, "acuerdo.pdf"));
  const window = await withFolder(t, documents);
  await window.find("header .needs", "1");
  await window.click("nav button", "Documentos");
  await window.find("tbody tr", "necesita contraseña");
  await window.click("tbody tr [role=gridcell], tbody tr td, tbody tr th", "acuerdo.pdf");
  await window.click("button", "contraseña");

  await window.type("dialog input.field", "equivocada");
  await window.click("dialog button[type=submit]");
  await window.find("dialog [role=alert]", "no abre");
  await window.type("dialog input.field", PASSWORD);
  await window.click("dialog button[type=submit]");
  await until("the document to be read", async () => (await window.all("tbody tr", "leído")).length === 1 && (await window.all("tbody tr", "necesita contraseña")).length === 0);

  const row = (await window.invoke("ledger")).documents[0];
  assert.ok(row.passages > 0);
  // Its page is drawn, with the password that nobody has to give again.
  const width = await window.wait(async (sha256) => {
    const picture = new Image();
    picture.src = `legajo-page://localhost/${sha256}/1/1.00`;
    await picture.decode();
    return picture.naturalWidth;
  }, row.sha256);
  assert.ok(width > 400, `a picture ${width} pixels wide`);
});
