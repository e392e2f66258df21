// Measures the real window: how soon it can be used, what memory it takes, how soon a click shows its words,
// and whether typing stays smooth while documents are read. Prints one line a figure.
//
// usage: node window.mjs DOCUMENTS [LIBRARY]   (LEGAJO_DESKTOP names the executable)
import { cpSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { KEY, legajo, openWindow, until } from "../window/window.mjs";

const CLICKS = 50;
const IDLE_MS = 75_000;
const [documents, given] = process.argv.slice(2);

/** Cleans up when the process ends, as a test's context would. */
const ends = [];
const context = { after: (work) => ends.unshift(work) };
const say = (what, value) => console.log(`${what.padEnd(64)} ${value}`);
const ms = (value) => `${Math.round(value)} ms`;
const at = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

/** Proportional memory of the window and all its processes, in bytes. */
async function memory(pids) {
  let sum = 0;
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    sum += 1024 * Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return sum;
}

/** The window's process and those below it, but not the driver and the screen. */
async function family(home) {
  const own = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const command = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    const environment = await readFile(`/proc/${name}/environ`, "utf8").catch(() => "");
    const isOwn = environment.includes(home) || /legajo.*read/.test(command);
    if (isOwn && /legajo|WebKit(Web|Network|GPU)Process/.test(command) && !/WebKitWebDriver|dbus|xvfb/i.test(command.split("\0")[0])) own.push(name);
  }
  return own;
}

const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;

async function copyOf(library) {
  const home = await mkdtemp(join(tmpdir(), "legajo-bench-"));
  ends.push(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
  if (library) cpSync(library, join(home, "library"), { recursive: true });
  return home;
}

/** Opens the window and returns it with the time until the question can be typed. */
async function opened(home) {
  const environment = { LEGAJO_LIBRARY: join(home, "library") };
  const window = await openWindow(context, { home, environment });
  await window.find("textarea", "", 60_000);
  return { window, usable: performance.now() - window.started };
}

async function starts(what, library) {
  const times = [];
  for (let round = 0; round < 5; round++) {
    const { window, usable } = await opened(await copyOf(library));
    times.push(usable);
    await window.close();
  }
  say(`start to usable window, ${what}, median of 5`, ms(at(times, 0.5)));
}

async function clicks(window, questions) {
  const times = [];
  for (const question of questions) {
    await window.click("button", "Nueva pregunta").catch(() => undefined);
    await window.type("textarea", question);
    await window.keys(KEY.enter);
    await until("an answer", () => window.run(() => document.querySelector("[aria-keyshortcuts^='Alt+']") !== null), 30_000).catch(() => undefined);
    const count = (await window.all("[aria-keyshortcuts^='Alt+']")).length;
    for (let chip = 0; chip < count; chip++) {
      times.push(await window.wait(clickTime, chip));
      await window.keys(KEY.escape);
      await until("the source to close", async () => (await window.all(".page")).length === 0, 5000).catch(() => undefined);
    }
    if (times.filter((time) => time !== null).length >= CLICKS) break;
  }
  const drawn = times.filter((time) => time !== null);
  say(`click to marked page, median of ${drawn.length}`, ms(at(drawn, 0.5)));
  say("  the slowest tenth", ms(at(drawn, 0.9)));
}

/** In the page: clicks a chip and waits for the frame on which page and mark are drawn; null for a text. */
async function clickTime(chip) {
  const began = performance.now();
  document.querySelectorAll("[aria-keyshortcuts^='Alt+']")[chip].click();
  for (;;) {
    await new Promise((done) => requestAnimationFrame(done));
    const picture = document.querySelector(".page .mark")?.closest(".page").querySelector("img");
    if (picture?.complete && picture.naturalWidth > 0) {
      await picture.decode();
      await new Promise((done) => requestAnimationFrame(done));
      return performance.now() - began;
    }
    if (document.querySelector("mark")) return null;
    if (performance.now() - began > 10_000) return null;
  }
}

async function typing(window) {
  await window.run(() => {
    const frames = [];
    let last = performance.now();
    const frame = (now) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    window.benchFrames = frames;
    document.querySelector("textarea").focus();
  });
  const text = "qué penalización por retraso prevé el contrato de obra con la constructora ";
  for (let round = 0; round < 4; round++) await window.keys(text);
  const { typed, frames } = await window.run(() => ({ typed: document.querySelector("textarea").value, frames: window.benchFrames }));
  say("keys typed while documents are read, of those pressed", `${typed.length} of ${4 * text.length}`);
  say("frame times meanwhile, 95th percentile", ms(at(frames, 0.95)));
}

const pids = async (window) => family(window.folder);

async function main() {
  const small = await copyOf(null);
  await legajo(join(small, "library"), "folder", "add", documents);
  await legajo(join(small, "library"), "sync");
  await starts(`the library of ${documents.split("/").at(-2)}`, join(small, "library"));
  if (given) await starts("the large library", given);

  const home = await copyOf(null);
  await legajo(join(home, "library"), "folder", "add", documents);
  const { window } = await opened(home);
  await window.speak("es");
  await typing(window);
  say("memory while documents are read", megabytes(await memory(await pids(window))));
  await window.run(() => (document.querySelector("textarea").value = ""));
  await window.idle(600_000);
  const questions = (await readFile(process.env.LEGAJO_QUESTIONS, "utf8")).trim().split("\n").map((line) => JSON.parse(line)).filter((one) => documents.includes(`/${one.corpus}/`)).map((one) => one.question);
  await clicks(window, questions);
  await window.type("textarea", questions[0]);
  await window.keys(KEY.enter);
  await window.click("[aria-keyshortcuts='Alt+1']");
  await window.find(".page .mark");
  say("memory with a page open, at work", megabytes(await memory(await pids(window))));
  await sleep(IDLE_MS);
  say(`memory with a page open, after ${IDLE_MS / 1000} s idle`, megabytes(await memory(await pids(window))));
  const began = performance.now();
  await window.ask({ question: questions[1], conversation: null, folders: [], documents: [], mode: "verbatim" });
  say("first answer after that", ms(performance.now() - began));
}

try {
  await main();
} finally {
  for (const end of ends) await end();
}
