// Texts of the frame: the bar at the top, what hovers over everything, and what failed.
import type { InEach } from "./index.svelte";

interface Frame {
  ask: string;
  documents: string;
  settings: string;
  rooms: string;
  documentCount: (count: string, one: boolean) => string;
  needYou: (count: string, one: boolean) => string;
  offline: string;
  offlineWhy: string;
  reading: (done: string, total: string) => string;
  starting: string;
  dropHere: string;
  close: string;
  cancel: string;
  tryAgain: string;
  copyDetails: string;
  /** Sentences by the code of what failed; others are shown as they come. */
  failures: Record<string, string>;
}

export const frame: InEach<Frame> = {
  es: {
    ask: "Preguntar",
    documents: "Documentos",
    settings: "Ajustes",
    rooms: "Secciones",
    documentCount: (count, one) => (one ? "1 documento" : `${count} documentos`),
    needYou: (count, one) => (one ? "1 le necesita" : `${count} le necesitan`),
    offline: "sin conexión",
    offlineWhy: "Nada sale de este ordenador.",
    reading: (done, total) => `Leyendo ${done} de ${total}`,
    starting: "Abriendo Legajo…",
    dropHere: "Suelte aquí archivos o carpetas para añadirlos",
    close: "Cerrar",
    cancel: "Cancelar",
    tryAgain: "Intentar de nuevo",
    copyDetails: "Copiar detalles",
    failures: {
      not_running: "Ollama no responde. Inícielo o siga leyendo con respuestas literales.",
      model_missing: "Ollama no tiene ese modelo. Elija uno instalado o descárguelo en Ajustes.",
      memory: "El modelo no cabe en la memoria. Elija uno menor o cierre otros programas.",
      timed_out: "Ollama ha tardado demasiado. Pregunte de nuevo o elija un modelo menor.",
      context_too_small: "La pregunta y sus pasajes no caben en el modelo. Pregunte sobre menos documentos.",
      cut_off: "La respuesta del modelo se cortó antes de acabar. Pregunte de nuevo.",
      stopped: "Detenido.",
      busy: "Ollama está ocupado. Pregunte de nuevo dentro de un momento.",
      gone: "El documento ya no está en la biblioteca, o ha cambiado desde que se leyó.",
      io: "No se ha podido leer o escribir en el disco. Compruebe que la carpeta sigue ahí y que puede abrirla.",
      store: "La biblioteca no se ha podido leer o escribir. Cierre otras copias de Legajo e inténtelo de nuevo.",
      embedder: "Falta la parte que busca por significado: por ahora se busca solo por palabras.",
      password: "La contraseña no abre el documento.",
    },
  },
  en: {
    ask: "Ask",
    documents: "Documents",
    settings: "Settings",
    rooms: "Sections",
    documentCount: (count, one) => (one ? "1 document" : `${count} documents`),
    needYou: (count, one) => (one ? "1 needs you" : `${count} need you`),
    offline: "offline",
    offlineWhy: "Nothing leaves this computer.",
    reading: (done, total) => `Reading ${done} of ${total}`,
    starting: "Opening Legajo…",
    dropHere: "Drop files or folders here to add them",
    close: "Close",
    cancel: "Cancel",
    tryAgain: "Try again",
    copyDetails: "Copy details",
    failures: {
      not_running: "Ollama does not answer. Start it, or keep reading with verbatim answers.",
      model_missing: "Ollama does not have that model. Choose an installed one, or fetch it in Settings.",
      memory: "The model does not fit into memory. Choose a smaller one or close other programs.",
      timed_out: "Ollama took too long. Ask again or choose a smaller model.",
      context_too_small: "The question and its passages do not fit into the model. Ask about fewer documents.",
      cut_off: "The model's answer was cut off before its end. Ask again.",
      stopped: "Stopped.",
      busy: "Ollama is busy. Ask again in a moment.",
      gone: "The document is no longer in the library, or has changed since it was read.",
      io: "The disk could not be read or written. Check that the folder is still there and that you may open it.",
      store: "The library could not be read or written. Close other copies of Legajo and try again.",
      embedder: "The part that searches by meaning is missing: for now only words are searched.",
      password: "The password does not open the document.",
    },
  },
};
