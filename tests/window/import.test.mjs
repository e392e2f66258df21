// Files come in by a real drop, and from a second start of the program.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { folderFor, openWindow, until } from "./window.mjs";

const SOURCE = fileURLToPath(new URL("drag.py", import.meta.url));
// Debian's own Python, which has GTK's bindings.
const PYTHON = "/usr/bin/python3";

function xdotool(window, ...args) {
  const done = spawnSync("xdotool", args, { env: { ...process.env, ...window.display } });
  assert.equal(done.status, 0, `xdotool ${args.join(" ")}: ${done.stderr}`);
}

/** Pulls files from another program onto the window, as a hand would: in small steps. */
async function drop(window, files, [x, y], whileOver) {
  const source = spawn(PYTHON, [SOURCE, ...files], { env: { ...process.env, ...window.display }, stdio: ["ignore", "pipe", "inherit"] });
  await once(source.stdout, "data");
  xdotool(window, "mousemove", "1560", "940", "mousedown", "1");
  for (let step = 1; step <= 12; step++) {
    xdotool(window, "mousemove", String(Math.round(1560 + ((x - 1560) * step) / 12)), String(Math.round(940 + ((y - 940) * step) / 12)), "sleep", "0.05");
  }
  await whileOver();
  xdotool(window, "mouseup", "1");
  await once(source, "exit");
}

test("files dropped on the window are copied in and read", async (t) => {
  const outside = await folderFor(t);
  const file = join(outside, "préstamo.txt");
  await writeFile(file, "CONTRATO DE PRÉSTAMO\n\nPRIMERA.- Interés\nEl préstamo devengará un interés del 4,25 % anual.\n");
  const window = await openWindow(t);
  await window.speak("es");
  await drop(window, [file], [500, 400], () => window.find("*", "Suelte aquí"));
  await window.click("dialog button, dialog label", "Copiar");
  for (const button of await window.all("dialog button", "Añadir")) await window.click(button);
  await window.idle();
  const { folders } = await window.invoke("desk");
  assert.deepEqual(folders.map((folder) => folder.inbox), [true]);
  const copied = join(folders[0].path, "préstamo.txt");
  assert.equal(await readFile(copied, "utf8"), await readFile(file, "utf8"));
  const answer = await window.ask({ question: "¿Qué interés tiene el préstamo?", conversation: null, folders: [], documents: [], mode: "verbatim" });
  assert.ok(answer.claims.some((claim) => claim.text.includes("4,25")), answer.answer);
});

test("the interface alone takes nothing in", async (t) => {
  const window = await openWindow(t);
  for (const [command, args] of [
    ["import_paths", { paths: ["/etc/passwd"], how: "copy" }],
    ["add_folder", { path: "/etc", matter: null }],
    ["open_in_system", { path: "/etc/passwd" }],
    ["reveal_in_folder", { path: "/etc/passwd" }],
  ]) {
    await assert.rejects(window.invoke(command, args), /request/, command);
  }
  assert.deepEqual((await window.invoke("desk")).folders, []);
});

test("a second start hands its file to the window that is open", async (t) => {
  const outside = await folderFor(t);
  await mkdir(outside, { recursive: true });
  const file = join(outside, "poder.txt");
  await writeFile(file, "PODER GENERAL\n\nDoña Ana confiere poder a don Luis para pleitos.\n");
  const window = await openWindow(t);
  await window.speak("es");
  const second = spawn(process.env.LEGAJO_DESKTOP, [file], { env: window.environment(), stdio: "inherit" });
  const [code] = await once(second, "exit");
  assert.equal(code, 0, "the second start ends by itself");
  await until("the question how to take it in", () => window.find("dialog", "poder.txt", 5000).catch(() => window.find("dialog", "", 1000)));
});
