// A citation's words are marked where they stand: what the engine says, what the page has, and what is seen agree.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { decode, isInk, isMarked, share } from "./picture.mjs";
import { KEY, until, withFolder } from "./window.mjs";

const SAMPLE = fileURLToPath(new URL("../../assets/sample/expedientes", import.meta.url));
const QUESTIONS = [
  { what: "a digital PDF", question: "¿Qué penalización por retraso tiene el contrato con Ingeniería Valdeárbol?" },
  { what: "a scan", question: "¿Cuál es la renta del arrendamiento de la nave de la parcela 15?" },
];

/** In the page: the marks on the screen and their page, in CSS pixels. */
function marksShown() {
  const rect = (element) => {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    return { left, top, right, bottom, width };
  };
  const marks = [...document.querySelectorAll(".page .mark")];
  const page = marks[0]?.closest(".page");
  const img = page?.querySelector("img");
  if (!page || !img?.complete || !img.naturalWidth) return null;
  return { marks: marks.filter((mark) => mark.closest(".page") === page).map(rect), page: rect(page), number: Number(page.dataset.page), pixels: devicePixelRatio };
}

for (const { what, question } of QUESTIONS) {
  test(`the words of ${what} are marked where they stand`, async (t) => {
    const window = await withFolder(t, SAMPLE);
    await window.type("textarea", question);
    await window.keys(KEY.enter);
    await window.click("[aria-keyshortcuts='Alt+1']");
    const shown = await until("the marked page", () => window.run(marksShown));

    const [{ id }] = await window.invoke("conversations");
    const [turn] = await window.invoke("turns", { conversation: id });
    const citation = JSON.parse(turn.answer).claims[0].citations[0];
    assert.equal(shown.number, citation.page);
    const { sha256, start, end } = citation;
    const said = (await window.invoke("boxes", { sha256, start, end })).find((boxes) => boxes.page === shown.number).boxes;
    const source = await window.invoke("source", { sha256 });
    const scale = shown.page.width / source.pages[shown.number - 1].width;

    // Every word that the engine names lies under a mark, and no mark is elsewhere.
    const onScreen = said.map(([left, top, right, bottom]) => ({
      left: shown.page.left + left * scale,
      top: shown.page.top + top * scale,
      right: shown.page.left + right * scale,
      bottom: shown.page.top + bottom * scale,
    }));
    const holds = (mark, word) => mark.left <= word.left + 1.5 && mark.right >= word.right - 1.5 && mark.top <= word.top + 1.5 && mark.bottom >= word.bottom - 1.5;
    for (const word of onScreen) assert.ok(shown.marks.some((mark) => holds(mark, word)), `no mark over ${JSON.stringify(word)}`);
    for (const mark of shown.marks) assert.ok(onScreen.some((word) => holds(mark, word)), `nothing under ${JSON.stringify(mark)}`);

    // And that is what is seen, once the page has come to rest.
    await until("the marks to be seen", async () => {
      const { marks, pixels } = await window.run(marksShown);
      checkSeen(decode(await window.screenshot()), marks, pixels);
      return true;
    }, 20_000);
  });
}

/** Yellow with print in it, and no yellow just left of it. */
function checkSeen(picture, marks, pixels) {
  for (const mark of marks) {
    const seen = Object.fromEntries(["left", "top", "right", "bottom"].map((side) => [side, mark[side] * pixels]));
    assert.ok(share(picture, seen, isMarked) > 0.4, `not yellow: ${JSON.stringify(seen)}`);
    assert.ok(share(picture, seen, isInk) > 0.02, `no print: ${JSON.stringify(seen)}`);
    const beside = { ...seen, left: seen.left - 14, right: seen.left - 4 };
    assert.ok(share(picture, beside, isMarked) < 0.05, "yellow beside the mark");
  }
}
