// To be filled.
import type { Api } from "../contract";

type Part = Pick<Api, "source" | "pageWords" | "boxes" | "blocks" | "openInSystem" | "revealInFolder" | "pagePicture">;

const never = (): Promise<never> => Promise.reject({ code: "bug", message: "not invented yet", detail: "" });

export const sources: Part = { source: never, pageWords: never, boxes: never, blocks: never, openInSystem: never, revealInFolder: never, pagePicture: () => "" };
