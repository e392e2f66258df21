// Texts of the room "ask".
import type { AnswerStatus } from "../generated/AnswerStatus";
import type { Mode } from "../generated/Mode";
import type { InEach } from "./index.svelte";

interface Ask {
  conversations: string;
  newQuestion: string;
  showConversations: string;
  hideConversations: string;
  today: string;
  yesterday: string;
  earlier: string;
  noConversations: string;
  rename: string;
  renameNamed: (title: string) => string;
  newTitle: string;
  remove: string;
  removeNamed: (title: string) => string;
  removeTitle: string;
  removeSure: (title: string, turns: string, one: boolean) => string;

  emptyTitle: string;
  emptyWhat: string;
  emptyMore: string;
  examplesTitle: string;
  examples: string[];

  question: string;
  placeholder: string;
  placeholderNext: string;
  send: string;
  stop: string;
  keys: string;
  scope: string;
  everything: string;
  matters: string;
  folders: string;
  openDocument: string;
  onlyDocument: (name: string) => string;
  soFar: (done: string, total: string) => string;

  searching: string;
  stopped: string;
  stoppedEmpty: string;
  understood: (question: string) => string;
  citation: (number: number, file: string) => string;
  sources: string;
  passages: Record<AnswerStatus, string>;
  partial: string;
  notFound: string;
  conflicts: string;
  earlierSays: string;
  laterSays: string;
  undated: string;
  inScope: (name: string) => string;
  searched: (count: string, one: boolean) => string;
  pending: (count: string) => string;
  unread: (count: string) => string;
  modes: Record<Mode, (model: string) => string>;
  amended: (names: string) => string;
  lost: string;
  answerTo: string;

  copyCited: string;
  copyPlain: string;
  copied: string;
  again: string;
  exportIt: string;
  exported: string;
  exportName: string;
  unsupportedMark: string;
}

export const ask: InEach<Ask> = {
  es: {
    conversations: "Conversaciones",
    newQuestion: "Nueva pregunta",
    showConversations: "Mostrar las conversaciones",
    hideConversations: "Ocultar las conversaciones",
    today: "Hoy",
    yesterday: "Ayer",
    earlier: "Anteriores",
    noConversations: "Aquí se guardarán sus preguntas con sus respuestas.",
    rename: "Cambiar nombre (F2)",
    renameNamed: (title) => `Cambiar el nombre de «${title}»`,
    newTitle: "Nombre de la conversación",
    remove: "Eliminar (Supr)",
    removeNamed: (title) => `Eliminar «${title}»`,
    removeTitle: "Eliminar la conversación",
    removeSure: (title, turns, one) =>
      `Se eliminará «${title}», con ${one ? "su pregunta y su respuesta" : `sus ${turns} preguntas y respuestas`}. Los documentos no se tocan. No se puede deshacer.`,

    emptyTitle: "Pregunte a sus documentos",
    emptyWhat:
      "Escriba la pregunta como se la haría a un compañero de despacho: una fecha, una cláusula, una parte, un importe. Cada frase de la respuesta lleva a las palabras del documento en que se apoya.",
    emptyMore: "Si la respuesta no está en los documentos, se lo diremos, junto con lo que no se haya podido leer.",
    examplesTitle: "Por ejemplo",
    examples: [
      "¿Qué penalización por retraso prevé el contrato?",
      "¿Cuándo vence el arrendamiento y con qué preaviso se evita la prórroga?",
      "¿Qué ley y qué tribunales se han pactado?",
    ],

    question: "Pregunta",
    placeholder: "Pregunte a estos documentos…",
    placeholderNext: "Siga preguntando…",
    send: "Preguntar",
    stop: "Detener",
    keys: "Intro envía · Mayús+Intro, otra línea",
    scope: "Dónde buscar",
    everything: "Todos los documentos",
    matters: "Expedientes",
    folders: "Carpetas",
    openDocument: "Documento abierto",
    onlyDocument: (name) => `Solo ${name}`,
    soFar: (done, total) => `Por ahora se busca en ${done} de ${total} documentos.`,

    searching: "Buscando en los documentos…",
    stopped: "Detenida: esto es lo que había hasta ese momento.",
    stoppedEmpty: "Detenida antes de la primera frase.",
    understood: (question) => `Entendida como: ${question}`,
    citation: (number, file) => `Cita ${number}, ${file}`,
    sources: "Fuentes",
    passages: {
      answered: "Más pasajes",
      partial: "Más pasajes",
      not_found: "Pasajes más próximos",
    },
    partial: "Respuesta parcial",
    notFound: "Sin encontrar",
    conflicts: "Los documentos no coinciden",
    earlierSays: "Anterior",
    laterSays: "Posterior",
    undated: "sin fecha",
    inScope: (name) => `Preguntada solo en ${name}`,
    searched: (count, one) => (one ? "1 documento consultado" : `${count} documentos consultados`),
    pending: (count) => `${count} por leer`,
    unread: (count) => `${count} sin leer del todo`,
    modes: {
      verbatim: () => "Frases literales, sin modelo",
      select: (model) => `Frases literales elegidas por ${model}`,
      compose: (model) => `Redactada por ${model}, comprobada frase a frase`,
    },
    amended: (names) => `Modificado por ${names}`,
    lost: "La respuesta guardada no se puede mostrar. Pregunte de nuevo.",
    answerTo: "Respuesta",

    copyCited: "Copiar con citas",
    copyPlain: "Copiar sin citas",
    copied: "Copiado",
    again: "Preguntar de nuevo",
    exportIt: "Exportar",
    exported: "Guardado",
    exportName: "Respuesta",
    unsupportedMark: "sin encontrar en la fuente",
  },
  en: {
    conversations: "Conversations",
    newQuestion: "New question",
    showConversations: "Show conversations",
    hideConversations: "Hide conversations",
    today: "Today",
    yesterday: "Yesterday",
    earlier: "Earlier",
    noConversations: "Your questions and their answers will be kept here.",
    rename: "Rename (F2)",
    renameNamed: (title) => `Rename “${title}”`,
    newTitle: "Name of the conversation",
    remove: "Delete (Del)",
    removeNamed: (title) => `Delete “${title}”`,
    removeTitle: "Delete the conversation",
    removeSure: (title, turns, one) =>
      `“${title}” will be deleted with ${one ? "its question and answer" : `its ${turns} questions and answers`}. The documents stay as they are. This cannot be undone.`,

    emptyTitle: "Ask your documents",
    emptyWhat:
      "Write the question as you would put it to a colleague: a date, a clause, a party, an amount. Each sentence of the answer leads to the words of the document that it rests on.",
    emptyMore: "If the answer is not in the documents you are told so, along with what could not be read.",
    examplesTitle: "For example",
    examples: [
      "What penalty for delay does the contract provide for?",
      "When does the lease end, and what notice prevents its renewal?",
      "Which law and which courts have been agreed?",
    ],

    question: "Question",
    placeholder: "Ask about these documents…",
    placeholderNext: "Ask a further question…",
    send: "Ask",
    stop: "Stop",
    keys: "Enter sends · Shift+Enter, new line",
    scope: "Where to search",
    everything: "All documents",
    matters: "Matters",
    folders: "Folders",
    openDocument: "Open document",
    onlyDocument: (name) => `Only ${name}`,
    soFar: (done, total) => `For now ${done} of ${total} documents are searched.`,

    searching: "Searching the documents…",
    stopped: "Stopped: this is what there was until then.",
    stoppedEmpty: "Stopped before the first sentence.",
    understood: (question) => `Understood as: ${question}`,
    citation: (number, file) => `Citation ${number}, ${file}`,
    sources: "Sources",
    passages: {
      answered: "More passages",
      partial: "More passages",
      not_found: "Closest passages",
    },
    partial: "Answered in part",
    notFound: "Not found",
    conflicts: "The documents disagree",
    earlierSays: "Earlier",
    laterSays: "Later",
    undated: "undated",
    inScope: (name) => `Asked only in ${name}`,
    searched: (count, one) => (one ? "1 document searched" : `${count} documents searched`),
    pending: (count) => `${count} still to read`,
    unread: (count) => `${count} not wholly read`,
    modes: {
      verbatim: () => "Verbatim sentences, no model",
      select: (model) => `Verbatim sentences chosen by ${model}`,
      compose: (model) => `Worded by ${model}, checked sentence by sentence`,
    },
    amended: (names) => `Amended by ${names}`,
    lost: "The answer that was kept cannot be shown. Ask again.",
    answerTo: "Answer",

    copyCited: "Copy with citations",
    copyPlain: "Copy as plain text",
    copied: "Copied",
    again: "Ask again",
    exportIt: "Export",
    exported: "Saved",
    exportName: "Answer",
    unsupportedMark: "not found in the source",
  },
};
