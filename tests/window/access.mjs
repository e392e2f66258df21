// What the page says of itself: axe's findings, the language of its words, and whether every button has a name.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const AXE = fileURLToPath(new URL("../../ui/node_modules/axe-core/axe.min.js", import.meta.url));

/** Why these tests are skipped; `false` when nothing is missing, as `skip` of node:test wants it. */
export const WITHOUT_AXE = existsSync(AXE) ? false : "axe-core is not installed (npm --prefix ui ci)";

/** Words that only one of the two languages has. */
const WORDS = {
  es: `el la los las que una con por más este esta lo su sus se todos documento documentos página buscar abrir cerrar
    leído pregunta preguntar ajustes fecha archivo archivos`.split(/\s+/),
  en: `the of and with your this that for from what which to is it by all document documents page search open close
    read question ask settings date file files`.split(/\s+/),
};
/** What shows the documents' or the lawyer's own words, names and places, in whatever language those are. */
const NOT_OURS = [
  "article h2", ".conversation > h1", ".rail .title", // Questions.
  ".quote:not(.lead)", ".sentence", ".where", ".card", "[data-mark]", "details li button", ".layer", ".block", "figure", // Documents.
  ".said", ".notice", "li.unsupported ul", // An answer is in its question's language.
  "[data-pane='source'] header .name", "tbody .name", "tbody .place", "section[aria-label] > h2", ".path", "select option",
].join(", ");

/** Returns axe's serious and critical violations of what is shown now, a line each. */
export async function violations(window) {
  // WebDriver's scripts are not bound by the page's policy, which allows no script from elsewhere.
  if (!(await window.run(() => Boolean(globalThis.axe)))) await window.run(`() => { ${await readFile(AXE, "utf8")} }`);
  return window.wait(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    const said = ({ html, failureSummary }) => `${html.slice(0, 200)} -- ${failureSummary}`;
    return grave.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(said).join(" | ")}`);
  });
}

/** In the page: the interface's own texts that are shown, and the texts that only assistive technology hears. */
function ownTexts(notOurs) {
  const texts = [];
  const isOurs = (element) => !element.closest(notOurs) && element.closest("[lang]") === document.documentElement;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (data.trim() && parentElement.checkVisibility() && isOurs(parentElement)) texts.push(data.trim());
  }
  for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder]")) {
    if (!element.checkVisibility() || !isOurs(element)) continue;
    for (const name of ["aria-label", "title", "placeholder"]) if (element.getAttribute(name)) texts.push(element.getAttribute(name));
  }
  // A place on disk, a reference to a document and a quote are the documents' words within ours.
  return texts.map((text) => text.replace(/«[^»]*»|“[^”]*”/gu, "")).filter((text) => !/[/\\]\S|\.(pdf|docx|eml)\b/iu.test(text));
}

/** Returns the interface's texts that have words of `language` alone. */
export async function textsIn(window, language) {
  const words = new Set(WORDS[language]);
  const texts = await window.run(ownTexts, NOT_OURS);
  return texts.filter((text) => text.toLowerCase().match(/\p{L}+/gu)?.some((word) => words.has(word)));
}

/** Returns the buttons that nobody could name. */
export function nameless(window) {
  return window.run(() => {
    const nameOf = (button) => (button.getAttribute("aria-label") ?? button.innerText).trim();
    const shown = [...document.querySelectorAll("button, [role='button']")].filter((button) => button.checkVisibility());
    return shown.filter((button) => !nameOf(button)).map((button) => button.outerHTML.slice(0, 200));
  });
}
