// The house's words, shared by several rooms: states, findings, places.
import type { ProblemCode } from "../generated/ProblemCode";
import type { Status } from "../generated/Status";
import type { Support } from "../generated/Support";
import type { InEach } from "./index.svelte";

interface Words {
  status: Record<Status, string>;
  problem: Record<ProblemCode, string>;
  support: Record<Support, string>;
  page: (label: string) => string;
  pageAbout: (label: string) => string;
  block: (number: string) => string;
  pageOf: (label: string, count: string) => string;
}

export const words: InEach<Words> = {
  es: {
    status: {
      indexed: "leído",
      pending: "en espera",
      problem: "no leído",
      excluded: "excluido",
      unreachable: "carpeta no disponible",
    },
    problem: {
      format_not_read: "formato que Legajo no lee",
      needs_password: "necesita contraseña",
      damaged: "archivo dañado",
      empty: "sin texto",
      unreachable: "no se puede abrir",
      limit_reached: "demasiado grande",
      reader_failed: "la lectura falló",
      page_unread: "no se ha leído del todo",
      ocr_missing: "falta el reconocimiento de texto",
      tracked_changes: "con cambios pendientes",
      signed: "firmado electrónicamente (firma sin comprobar)",
      hidden_text: "contiene texto oculto",
      partly_read: "leído en parte",
    },
    support: {
      quoted: "cita literal",
      supported: "cifras y nombres comprobados; redacción del modelo",
      unsupported: "sin encontrar en la fuente",
    },
    page: (label) => `p. ${label}`,
    pageAbout: (label) => `p. ${label} aprox.`,
    block: (number) => `párr. ${number}`,
    pageOf: (label, count) => `p. ${label} de ${count}`,
  },
  en: {
    status: {
      indexed: "read",
      pending: "waiting",
      problem: "not read",
      excluded: "excluded",
      unreachable: "folder is away",
    },
    problem: {
      format_not_read: "a format that Legajo does not read",
      needs_password: "needs password",
      damaged: "damaged file",
      empty: "no text",
      unreachable: "cannot be opened",
      limit_reached: "too large",
      reader_failed: "reading failed",
      page_unread: "not wholly read",
      ocr_missing: "text recognition is missing",
      tracked_changes: "has pending changes",
      signed: "signed electronically (signature not checked)",
      hidden_text: "holds hidden text",
      partly_read: "read in part",
    },
    support: {
      quoted: "quoted word for word",
      supported: "figures and names checked, wording by the model",
      unsupported: "not found in the source",
    },
    page: (label) => `p. ${label}`,
    pageAbout: (label) => `about p. ${label}`,
    block: (number) => `para. ${number}`,
    pageOf: (label, count) => `p. ${label} of ${count}`,
  },
};
