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
      model_not_running: "Ollama no responde. Inícielo o siga leyendo con respuestas literales.",
      model_missing: "Ollama no tiene ese modelo. Elija uno instalado o descárguelo en Ajustes.",
      model_memory: "El modelo no cabe en la memoria. Elija uno menor o cierre otros programas.",
      model_timed_out: "Ollama ha tardado demasiado. Pregunte de nuevo o elija un modelo menor.",
      model_context: "La pregunta y sus pasajes no caben en el modelo. Pregunte sobre menos documentos.",
      model_cut_off: "La respuesta del modelo se cortó antes de acabar. Pregunte de nuevo.",
      model_stopped: "Detenido.",
      model_busy: "Ollama está ocupado. Pregunte de nuevo dentro de un momento.",
      model_address: "Ese Ollama está en otro ordenador, que recibiría las palabras de sus documentos. Autorícelo en Ajustes si es lo que quiere.",
      model_remote: "Ese modelo no se ejecuta en este ordenador y Legajo no lo usa. Elija otro.",
      model_redirect: "Ollama remite a otra dirección, y Legajo no la sigue. Compruebe la dirección en OLLAMA_HOST.",
      model_bad_answer: "No se ha entendido la respuesta del modelo. Pregunte de nuevo o elija otro modelo.",
      model_unfit: "Ese modelo no sirve para responder. Elija otro.",
      model_server: "Ollama no ha podido hacerlo. Reinícielo y pregunte de nuevo.",
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
      model_not_running: "Ollama does not answer. Start it, or keep reading with verbatim answers.",
      model_missing: "Ollama does not have that model. Choose an installed one, or fetch it in Settings.",
      model_memory: "The model does not fit into memory. Choose a smaller one or close other programs.",
      model_timed_out: "Ollama took too long. Ask again or choose a smaller model.",
      model_context: "The question and its passages do not fit into the model. Ask about fewer documents.",
      model_cut_off: "The model's answer was cut off before its end. Ask again.",
      model_stopped: "Stopped.",
      model_busy: "Ollama is busy. Ask again in a moment.",
      model_address: "That Ollama is on another computer, which would be sent the words of your documents. Allow it in Settings if that is what you want.",
      model_remote: "That model does not run on this computer, and Legajo does not use it. Choose another.",
      model_redirect: "Ollama points to another address, and Legajo does not follow. Check the address in OLLAMA_HOST.",
      model_bad_answer: "The model's answer could not be understood. Ask again or choose another model.",
      model_unfit: "That model is not fit for answering. Choose another.",
      model_server: "Ollama could not do it. Restart it and ask again.",
      gone: "The document is no longer in the library, or has changed since it was read.",
      io: "The disk could not be read or written. Check that the folder is still there and that you may open it.",
      store: "The library could not be read or written. Close other copies of Legajo and try again.",
      embedder: "The part that searches by meaning is missing: for now only words are searched.",
      password: "The password does not open the document.",
    },
  },
};
