import type { Messages } from "./messages";

export const en: Messages = {
  title: "Legajo",
  what: "Ask a folder of documents, and check every sentence of the answer on its page.",
  useTheCommandLine: "For now the work is done on the command line: type “legajo help”.",
  version: (number) => `Version ${number}`,
};
