// To be filled.
import type { Api } from "../contract";

type Part = Pick<Api, "ask" | "stopAsking" | "conversations" | "turns" | "renameConversation" | "deleteConversation" | "copyText" | "saveText">;

const never = (): Promise<never> => Promise.reject({ code: "bug", message: "not invented yet", detail: "" });

export const asking: Part = { ask: never, stopAsking: never, conversations: never, turns: never, renameConversation: never, deleteConversation: never, copyText: never, saveText: never };
