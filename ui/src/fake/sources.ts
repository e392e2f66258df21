// The invented sources: a drawn contract, an addendum of paragraphs, a long book of minutes.
// The contract's last page has no picture.
import type { Api } from "../contract";
import { papers } from "./library";
import { picture, type Paper } from "./paper";

type Part = Pick<Api, "source" | "pageWords" | "boxes" | "blocks" | "openInSystem" | "revealInFolder" | "pagePicture">;

async function held(sha256: string): Promise<Paper> {
  const paper = papers.find((one) => one.source.sha256 === sha256);
  if (!paper) throw { code: "gone", message: "The document is no longer in the library.", detail: "" };
  return Promise.resolve(paper);
}

export const sources: Part = {
  source: async (sha256) => structuredClone((await held(sha256)).source),
  pageWords: async (sha256, page) => structuredClone((await held(sha256)).words[page - 1] ?? []),
  async boxes(sha256, start, end) {
    const pages = (await held(sha256)).words.map((words, index) => ({
      page: index + 1,
      boxes: words.filter((word) => word.start < end && word.end > start).map((word) => word.bounds),
    }));
    return pages.filter((page) => page.boxes.length > 0);
  },
  blocks: async (sha256) => structuredClone((await held(sha256)).blocks),
  openInSystem: () => Promise.resolve(),
  revealInFolder: () => Promise.reject({ code: "io", message: "The folder cannot be opened.", detail: "" }),
  pagePicture(sha256, page, scale) {
    const paper = papers.find((one) => one.source.sha256 === sha256);
    return paper && !(sha256 === "a1" && page === 5) ? picture(paper, page, scale) : "/missing.png";
  },
};
