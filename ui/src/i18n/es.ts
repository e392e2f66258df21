import type { Messages } from "./messages";

export const es: Messages = {
  title: "Legajo",
  what: "Pregunte a una carpeta de documentos y compruebe cada frase de la respuesta en su página.",
  useTheCommandLine: "De momento se trabaja con el programa de terminal: escriba «legajo help».",
  version: (number) => `Versión ${number}`,
};
