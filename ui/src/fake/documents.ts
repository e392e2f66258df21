// To be filled.
import type { Api } from "../contract";

type Part = Pick<Api, "ledger" | "chooseFolder" | "chooseFiles" | "addFolder" | "removeFolder" | "addSample" | "importPaths" | "exclude" | "include" | "readAgain" | "unlock" | "pauseKeeping" | "rebuild">;

const never = (): Promise<never> => Promise.reject({ code: "bug", message: "not invented yet", detail: "" });

export const documents: Part = { ledger: never, chooseFolder: never, chooseFiles: never, addFolder: never, removeFolder: never, addSample: never, importPaths: never, exclude: never, include: never, readAgain: never, unlock: never, pauseKeeping: never, rebuild: never };
