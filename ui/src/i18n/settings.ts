// Texts of the settings, and of the model server, which the first run shows too.
import type { ModelSkill } from "../generated/ModelSkill";
import type { InEach } from "./index.svelte";

/** How answers are made, as the user chooses it; `auto` leaves it to what is installed. */
export type Way = "auto" | "verbatim" | "select" | "compose";
/** A part of the settings. */
export type Section = "answers" | "appearance" | "reading" | "folders" | "sent" | "storage" | "about";

interface Settings {
  title: string;
  sections: string;
  section: Record<Section, string>;
  how: string;
  way: Record<Way, { name: string; words: string }>;
  model: string;
  modelWhy: string;
  modelAuto: string;
  modelAutoNow: (name: string) => string;
  column: { name: string; size: string; parameters: string; fits: string; skill: string };
  billion: (count: string) => string;
  fits: { yes: string; no: string; unknown: string };
  skill: Record<ModelSkill, string> & { none: string };
  notInstalled: string;
  free: (memory: string) => string;
  server: string;
  serverAt: (address: string) => string;
  looking: string;
  ready: (name: string) => string;
  readyElsewhere: (name: string, host: string) => string;
  noServer: string;
  noServerWhy: string;
  noServerHow: string;
  lookAgain: string;
  noModel: string;
  noModelWhy: string;
  fetch: (name: string, size: string) => string;
  fetchWhy: (memory: string) => string;
  fetchNetwork: string;
  fetchMore: string;
  fetching: (name: string) => string;
  fetched: (done: string, total: string) => string;
  rate: (speed: string) => string;
  left: (time: string) => string;
  connecting: string;
  stopFetching: string;
  fetchStays: string;
  other: { title: string; asks: (host: string) => string; warning: string; label: (host: string) => string; allow: string; allowed: (host: string) => string; withdraw: string };
  language: string;
  asSystem: string;
  theme: string;
  light: string;
  dark: string;
  ocr: string;
  ocrWhy: string;
  ocrOne: string;
  ocrLater: string;
  importTitle: string;
  importAsk: string;
  importCopy: string;
  importLink: string;
  foldersWhy: string;
  noFolders: string;
  files: (count: string, one: boolean) => string;
  remove: string;
  sentNothing: (day: string) => string;
  sentSome: (count: string, one: boolean, day: string, host: string | null) => string;
  sentHow: string;
  sentHost: string;
  database: string;
  vectors: string;
  inbox: string;
  together: string;
  library: string;
  rebuild: string;
  rebuildWhy: string;
  rebuildConfirm: string;
  rebuildAct: string;
  version: string;
  embedder: string;
  noEmbedder: string;
  missing: string;
  missingNothing: string;
  licences: string;
  loading: string;
}

const es: Settings = {
  title: "Ajustes",
  sections: "Apartados de los ajustes",
  section: { answers: "Respuestas", appearance: "Idioma y aspecto", reading: "Lectura", folders: "Carpetas", sent: "Qué se ha enviado y adónde", storage: "Almacenamiento", about: "Acerca de Legajo" },
  how: "Cómo se hacen las respuestas",
  way: {
    auto: { name: "Automático", words: "Lo mejor que permita el modelo instalado; sin modelo, literal." },
    verbatim: { name: "Literal", words: "Solo frases del documento, palabra por palabra. No interviene ningún modelo, así que nada puede inventarse." },
    select: { name: "Seleccionada", words: "El modelo elige qué frases responden; lo que usted lee sigue siendo el texto literal del documento." },
    compose: { name: "Redactada", words: "El modelo redacta con sus palabras y Legajo comprueba cada cita, cifra y nombre. La redacción es del modelo: léala junto a la fuente." },
  },
  model: "Modelo que responde",
  modelWhy: "Modelos instalados en Ollama. Los que Ollama ejecutaría en otra máquina no aparecen.",
  modelAuto: "Automático",
  modelAutoNow: (name) => `Automático: ahora, ${name}`,
  column: { name: "Modelo", size: "Tamaño", parameters: "Parámetros", fits: "Memoria", skill: "Para qué sirve" },
  billion: (count) => `${count} mil millones`,
  fits: { yes: "cabe", no: "no cabe ahora", unknown: "no se sabe" },
  skill: { compose: "redactar", select: "seleccionar frases", none: "no se usa para responder" },
  notInstalled: "elegido, pero ya no está instalado",
  free: (memory) => `Memoria libre para un modelo ahora: ${memory}.`,
  server: "Modelo de lenguaje (Ollama)",
  serverAt: (address) => `Ollama responde en ${address}.`,
  looking: "Buscando Ollama en este ordenador…",
  ready: (name) => `Listo. Responderá ${name}, en este ordenador.`,
  readyElsewhere: (name, host) => `Responderá ${name}, en ${host}: no en este ordenador.`,
  noServer: "Ollama no responde",
  noServerWhy: "Legajo funciona sin él: busca y responde con pasajes literales. Para respuestas seleccionadas o redactadas hace falta Ollama, un programa gratuito que ejecuta modelos de lenguaje en su propio ordenador.",
  noServerHow: "Si ya lo tiene, inícielo. Si no, descárguelo de ollama.com e instálelo; después vuelva aquí.",
  lookAgain: "Buscar de nuevo",
  noModel: "Ollama está en marcha, pero no tiene un modelo que sirva",
  noModelWhy: "Hasta que lo tenga, las respuestas son pasajes literales.",
  fetch: (name, size) => `Descargar ${name} (${size})`,
  fetchWhy: (memory) => `Es el modelo recomendado para este ordenador; necesita ${memory} de memoria.`,
  fetchNetwork: "Para descargarlo, Ollama se conectará a Internet. Legajo no lo hace, y nada de sus documentos se envía.",
  fetchMore: "Modelo recomendado",
  fetching: (name) => `Descargando ${name}`,
  fetched: (done, total) => `${done} de ${total}`,
  rate: (speed) => `${speed} por segundo`,
  left: (time) => `quedan unos ${time}`,
  connecting: "Conectando…",
  stopFetching: "Cancelar la descarga",
  fetchStays: "Puede seguir trabajando mientras tanto.",
  other: {
    title: "Otra máquina pide ser el servidor",
    asks: (host) => `La variable OLLAMA_HOST de este ordenador apunta a ${host}. Legajo no la usa mientras usted no la autorice.`,
    warning: "Si la autoriza, sus preguntas y los pasajes que las responden saldrán de este ordenador hacia esa máquina.",
    label: (host) => `Para autorizarla, escriba exactamente ${host}`,
    allow: "Autorizar esta máquina",
    allowed: (host) => `Ha autorizado ${host}: sus preguntas y los pasajes que las responden salen de este ordenador hacia esa máquina.`,
    withdraw: "Retirar la autorización",
  },
  language: "Idioma de la ventana",
  asSystem: "El del sistema",
  theme: "Aspecto",
  light: "Claro",
  dark: "Oscuro",
  ocr: "Idiomas de los documentos escaneados",
  ocrWhy: "Elija solo los que aparecen en sus documentos: con menos idiomas se lee más deprisa y con menos errores.",
  ocrOne: "Tiene que quedar al menos uno.",
  ocrLater: "Vale para lo que se lea a partir de ahora. Lo ya leído cambia con «Leer de nuevo» o al reconstruir el índice.",
  importTitle: "Archivos que se sueltan en la ventana",
  importAsk: "Preguntar cada vez",
  importCopy: "Copiarlos en la carpeta de Legajo",
  importLink: "Leerlos donde están",
  foldersWhy: "Legajo lee estas carpetas con todo lo que contienen y sigue sus cambios. Nunca escribe en ellas.",
  noFolders: "Todavía no hay ninguna carpeta.",
  files: (count, one) => (one ? "1 archivo" : `${count} archivos`),
  remove: "Quitar…",
  sentNothing: (day) => `Nada ha salido de este ordenador: 0 peticiones fuera de 127.0.0.1 desde el ${day}.`,
  sentSome: (count, one, day, host) => `${one ? "Se ha enviado 1 petición" : `Se han enviado ${count} peticiones`} fuera de este ordenador desde el ${day}${host ? `, a ${host}, que usted autorizó` : ""}.`,
  sentHow: "Legajo solo habla con Ollama, en 127.0.0.1. No busca actualizaciones, no envía estadísticas y la ventana no carga nada de Internet.",
  sentHost: "Las peticiones llevan la pregunta y los pasajes que la responden.",
  database: "Textos, pasajes y conversaciones",
  vectors: "Índice de significados (puede rehacerse)",
  inbox: "Copias de lo importado",
  together: "En total",
  library: "Carpeta de la biblioteca",
  rebuild: "Reconstruir el índice…",
  rebuildWhy: "Vuelve a leer todos los documentos. Sirve si ha cambiado los idiomas de lectura o si algo no cuadra. Carpetas, exclusiones y conversaciones se conservan.",
  rebuildConfirm: "Se leerán de nuevo todos los documentos, lo que puede tardar. Mientras tanto solo se responde con lo ya releído.",
  rebuildAct: "Reconstruir",
  version: "Versión",
  embedder: "Búsqueda por significado",
  noEmbedder: "no disponible: se busca solo por palabras",
  missing: "Qué falta",
  missingNothing: "Nada: todo lo necesario para leer y buscar está instalado.",
  licences: "Licencias",
  loading: "Consultando…",
};

const en: Settings = {
  title: "Settings",
  sections: "Sections of the settings",
  section: { answers: "Answers", appearance: "Language and look", reading: "Reading", folders: "Folders", sent: "What was sent where", storage: "Storage", about: "About Legajo" },
  how: "How answers are made",
  way: {
    auto: { name: "Automatic", words: "The best that the installed model is good for; without a model, verbatim." },
    verbatim: { name: "Verbatim", words: "Sentences of the documents only, word for word. No model takes part, so nothing can be made up." },
    select: { name: "Selected", words: "The model picks which sentences answer; what you read is still the document's own text." },
    compose: { name: "Composed", words: "The model writes in its own words, and Legajo checks every quote, figure and name. The wording is the model's: read it beside the source." },
  },
  model: "The model that answers",
  modelWhy: "Models installed in Ollama. Those that Ollama would run on another machine are not listed.",
  modelAuto: "Automatic",
  modelAutoNow: (name) => `Automatic: now ${name}`,
  column: { name: "Model", size: "Size", parameters: "Parameters", fits: "Memory", skill: "Good for" },
  billion: (count) => `${count} billion`,
  fits: { yes: "fits", no: "does not fit now", unknown: "not known" },
  skill: { compose: "composing", select: "selecting sentences", none: "not used for answers" },
  notInstalled: "chosen, but no longer installed",
  free: (memory) => `Memory free for a model now: ${memory}.`,
  server: "Language model (Ollama)",
  serverAt: (address) => `Ollama answers on ${address}.`,
  looking: "Looking for Ollama on this computer…",
  ready: (name) => `Ready. ${name} will answer, on this computer.`,
  readyElsewhere: (name, host) => `${name} will answer, on ${host}: not on this computer.`,
  noServer: "Ollama does not answer",
  noServerWhy: "Legajo works without it: it searches, and answers with verbatim passages. Selected or composed answers need Ollama, a free program that runs language models on your own computer.",
  noServerHow: "If you have it, start it. If not, get it from ollama.com and install it; then come back here.",
  lookAgain: "Look again",
  noModel: "Ollama is running, but has no model that will do",
  noModelWhy: "Until it has, answers are verbatim passages.",
  fetch: (name, size) => `Fetch ${name} (${size})`,
  fetchWhy: (memory) => `It is the model recommended for this computer; it needs ${memory} of memory.`,
  fetchNetwork: "To fetch it, Ollama will connect to the internet. Legajo does not, and nothing of your documents is sent.",
  fetchMore: "Recommended model",
  fetching: (name) => `Fetching ${name}`,
  fetched: (done, total) => `${done} of ${total}`,
  rate: (speed) => `${speed} a second`,
  left: (time) => `about ${time} left`,
  connecting: "Connecting…",
  stopFetching: "Cancel the download",
  fetchStays: "You can go on working meanwhile.",
  other: {
    title: "Another machine asks to be the server",
    asks: (host) => `This computer's OLLAMA_HOST points to ${host}. Legajo does not use it unless you allow it.`,
    warning: "If you allow it, your questions and the passages that answer them leave this computer for that machine.",
    label: (host) => `To allow it, type exactly ${host}`,
    allow: "Allow this machine",
    allowed: (host) => `You have allowed ${host}: your questions and the passages that answer them leave this computer for that machine.`,
    withdraw: "Withdraw the permission",
  },
  language: "Language of the window",
  asSystem: "As the system",
  theme: "Look",
  light: "Light",
  dark: "Dark",
  ocr: "Languages of scanned documents",
  ocrWhy: "Choose only those that your documents are in: fewer languages read faster and with fewer mistakes.",
  ocrOne: "At least one has to stay.",
  ocrLater: "This holds for what is read from now on. What was read before changes with “Read again” or when the index is rebuilt.",
  importTitle: "Files dropped on the window",
  importAsk: "Ask each time",
  importCopy: "Copy them into Legajo's folder",
  importLink: "Read them where they are",
  foldersWhy: "Legajo reads these folders with all that is in them, and follows their changes. It never writes to them.",
  noFolders: "There is no folder yet.",
  files: (count, one) => (one ? "1 file" : `${count} files`),
  remove: "Remove…",
  sentNothing: (day) => `Nothing has left this computer: 0 requests outside 127.0.0.1 since ${day}.`,
  sentSome: (count, one, day, host) => `${one ? "1 request has" : `${count} requests have`} left this computer since ${day}${host ? `, to ${host}, which you allowed` : ""}.`,
  sentHow: "Legajo talks to Ollama only, on 127.0.0.1. It looks for no updates, sends no statistics, and its window loads nothing from the internet.",
  sentHost: "Such a request carries the question and the passages that answer it.",
  database: "Texts, passages and conversations",
  vectors: "Index of meanings (can be made again)",
  inbox: "Copies of what was imported",
  together: "In all",
  library: "Folder of the library",
  rebuild: "Rebuild the index…",
  rebuildWhy: "Reads all documents anew. Of use when you changed the reading languages or something looks wrong. Folders, exclusions and conversations stay.",
  rebuildConfirm: "All documents will be read again, which can take a while. Until then answers come only from what has been read again.",
  rebuildAct: "Rebuild",
  version: "Version",
  embedder: "Search by meaning",
  noEmbedder: "not available: only words are searched",
  missing: "What is missing",
  missingNothing: "Nothing: all that reading and searching need is installed.",
  licences: "Licences",
  loading: "Looking…",
};

export const settings: InEach<Settings> = { es, en };
