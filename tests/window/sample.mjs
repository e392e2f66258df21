// Windows over the sample case file or other folders, read once for a test file: every window gets a copy of the library.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { folderFor, KEY, legajo, openWindow, until } from "./window.mjs";

export const SAMPLE = fileURLToPath(new URL("../../assets/sample/expedientes", import.meta.url));
/** A question that the sample answers, and words of the answer. */
export const QUESTION = "¿Qué penalización por retraso tiene el contrato con Ingeniería Valdeárbol?";
export const QUOTE = "una penalización del 0,5 % del precio por cada día natural de retraso";
/** Nobody listens there, so that an Ollama of the tester's own takes no part. */
export const NOBODY = "127.0.0.1:1";

const libraries = new Map();
let kept;

after(async () => {
  if (kept) await rm(await kept, { recursive: true, force: true, maxRetries: 5 });
});

/** Reads folders into a library, once for all that ask for the same. */
async function read(folders) {
  kept ??= mkdtemp(join(tmpdir(), "legajo-sample-"));
  const library = join(await kept, String(libraries.size));
  for (const folder of folders) await legajo(library, "folder", "add", folder);
  await legajo(library, "sync");
  return library;
}

/** Opens a window over the sample, or `folders`, read already, in Spanish. `settings` go beside the language. */
export async function withSample(t, { settings = {}, environment = {}, folders = [SAMPLE], ...options } = {}) {
  const key = folders.join("\n");
  if (!libraries.has(key)) libraries.set(key, read(folders));
  const home = await folderFor(t);
  const library = join(home, "library");
  await cp(await libraries.get(key), library, { recursive: true });
  const window = await openWindow(t, { ...options, home, environment: { OLLAMA_HOST: NOBODY, ...environment, LEGAJO_LIBRARY: library } });
  await window.settings({ language: "es", ...settings });
  await until("the window in Spanish", () => window.run(() => document.documentElement.lang === "es"));
  await window.idle();
  return window;
}

/** Writes a question where questions are written, and sends it. */
export async function send(window, question = QUESTION) {
  await window.type("#question", question);
  await window.keys(KEY.enter);
}

/** In the page: the last answer as it stands on the screen, or nothing where there is none. */
function lastAnswer() {
  const article = [...document.querySelectorAll("article")].at(-1);
  const answer = article?.querySelector(".answer");
  if (!answer) return null;
  const text = (element) => element?.innerText.trim() ?? "";
  return {
    isComing: answer.getAttribute("aria-busy") === "true",
    claims: [...answer.querySelectorAll("ol > li")].map((item) => ({
      support: item.className.split(" ").find((name) => ["quoted", "supported", "unsupported"].includes(name)),
      sentence: text(item.querySelector(".sentence")),
      said: text(item.querySelector(".support")),
      reasons: text(item.querySelector("ul")),
      chips: item.querySelectorAll("button[aria-label]").length,
    })),
    status: text(answer.querySelector(".status")),
    notice: text(article.querySelector(".notice")),
    whole: text(article),
  };
}

/** Returns the last answer as it stands on the screen now. */
export const shown = (window) => window.run(lastAnswer);

/** Waits until there are `count` answers and the last is whole, stopped or failed, and returns that. */
export function answered(window, count = 1, ms) {
  return until("the answer", async () => {
    const articles = await window.all("article");
    const answer = articles.length >= count && (await shown(window));
    return answer && !answer.isComing && answer;
  }, ms);
}
