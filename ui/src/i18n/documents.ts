// Texts of the documents: the ledger, its folders, and taking files in.
import type { ProblemCode } from "../generated/ProblemCode";
import type { InEach } from "./index.svelte";

/** What the ledger can be narrowed to. */
export type Kind = "all" | "need" | "waiting" | "unread" | "away" | "excluded";
/** What the ledger can be sorted by. */
export type Column = "name" | "place" | "state" | "date" | "size" | "pages";

interface Documents {
  title: string;
  column: Record<Column, string>;
  kind: Record<Kind, string>;
  kinds: string;
  filter: string;
  shown: (count: string, all: string) => string;
  noDate: string;
  insideOf: (parent: string) => string;
  pageFindings: (finding: string, pages: string, one: boolean) => string;
  pagesUnread: (pages: string, one: boolean) => string;
  /** A finding in full, with what to do. */
  finding: Record<ProblemCode, string>;
  onPages: (pages: string, one: boolean) => string;
  readerSays: string;
  fine: string;
  pendingWhy: string;
  excludedWhy: string;
  awayWhy: string;
  details: string;
  facts: { pages: (count: string, one: boolean) => string; scanned: (count: string, one: boolean) => string; passages: (count: string, one: boolean) => string; dated: (day: string) => string; changed: (day: string) => string };
  open: string;
  password: string;
  readAgain: string;
  exclude: string;
  include: string;
  openInSystem: string;
  reveal: string;
  working: string;
  passwordTitle: (name: string) => string;
  passwordWhy: string;
  passwordLabel: string;
  passwordShow: string;
  passwordWrong: string;
  passwordNotes: string;
  unlock: string;
  unlocking: string;
  folders: string;
  allFolders: string;
  leaveFolder: (name: string) => string;
  inbox: string;
  away: string;
  addFolder: string;
  addFiles: string;
  removeFolder: (name: string) => string;
  removeTitle: string;
  removeWhy: (name: string) => string;
  removeInbox: string;
  remove: string;
  addTitle: string;
  matter: string;
  matterWhy: string;
  add: string;
  progress: (done: string, total: string) => string;
  looking: string;
  left: (time: string) => string;
  paused: (waiting: string, one: boolean) => string;
  pausedDone: string;
  pause: string;
  resume: string;
  loading: string;
  none: string;
  noneWhy: string;
  noMatch: string;
  noMatchWhy: string;
  showAll: string;
  noneOfKind: Record<Kind, string>;
  importTitle: (count: string, one: boolean) => string;
  importWhy: string;
  copy: string;
  copyWhy: string;
  link: string;
  linkWhy: string;
  remember: string;
  importing: (count: string, one: boolean) => string;
  dropWhy: string;
}

const es: Documents = {
  title: "Documentos",
  column: { name: "Nombre", place: "Carpeta", state: "Estado", date: "Fecha", size: "Tamaño", pages: "Págs." },
  kind: { all: "Todos", need: "Le necesitan", waiting: "En espera", unread: "No leídos", away: "No disponibles", excluded: "Excluidos" },
  kinds: "Mostrar",
  filter: "Filtrar por nombre, título o carpeta",
  shown: (count, all) => (count === all ? `${all} en total` : `${count} de ${all}`),
  noDate: "sin fecha",
  insideOf: (parent) => `adjunto de ${parent}`,
  pageFindings: (finding, pages, one) => `${finding} (${one ? "página" : "páginas"} ${pages})`,
  pagesUnread: (pages, one) => (one ? `la página ${pages} no se ha leído del todo` : `las páginas ${pages} no se han leído del todo`),
  finding: {
    format_not_read: "Legajo no lee este formato. Si puede, guarde el documento como PDF o DOCX y vuelva a añadirlo.",
    needs_password: "El archivo, o una parte de él, está protegido con contraseña. Introdúzcala aquí o guarde una copia sin ella.",
    damaged: "El archivo está dañado. Pida otra copia o ábralo con su programa y guárdelo de nuevo.",
    empty: "No se ha encontrado texto en el archivo.",
    unreachable: "No se puede abrir el archivo. Compruebe que sigue en su sitio y que tiene permiso para leerlo.",
    limit_reached: "El archivo supera los límites de lectura de Legajo. Divídalo en partes o guárdelo con menor resolución.",
    reader_failed: "La lectura de este archivo falló. Guárdelo de nuevo con el programa que lo creó y pulse «Leer de nuevo».",
    page_unread: "No se ha leído todo lo que hay en la página: lo que falta no aparecerá en las respuestas. Compruébela a la vista.",
    ocr_missing: "Hay páginas escaneadas y falta el reconocimiento de texto (Tesseract) en alguno de los idiomas elegidos. Instálelo y pulse «Leer de nuevo».",
    tracked_changes: "Hay cambios que nadie ha aceptado ni rechazado. Se ha leído como si estuvieran aceptados; lo suprimido no se cita.",
    signed: "El documento lleva firma electrónica. Legajo no comprueba su validez.",
    hidden_text: "Contiene texto oculto, que no se ve al abrirlo. Se señala cuando aparece en una cita.",
    partly_read: "Solo se ha podido leer una parte del archivo.",
  },
  onPages: (pages, one) => (one ? `Página ${pages}` : `Páginas ${pages}`),
  readerSays: "Lo que dice el lector (en inglés)",
  fine: "Leído entero. Todo su texto puede citarse.",
  pendingWhy: "Todavía no se ha leído. Se leerá cuando le llegue el turno.",
  excludedWhy: "Usted lo ha excluido: no se busca en él ni se cita.",
  awayWhy: "La carpeta no está disponible ahora (una unidad de red o un disco desconectado). Al volver, todo seguirá como estaba.",
  details: "Detalles del documento",
  facts: {
    pages: (count, one) => (one ? "1 página" : `${count} páginas`),
    scanned: (count, one) => (one ? "1 escaneada" : `${count} escaneadas`),
    passages: (count, one) => (one ? "1 pasaje" : `${count} pasajes`),
    dated: (day) => `fechado el ${day}`,
    changed: (day) => `modificado el ${day}`,
  },
  open: "Abrir",
  password: "Introducir contraseña…",
  readAgain: "Leer de nuevo",
  exclude: "Excluir",
  include: "Volver a incluir",
  openInSystem: "Abrir con su programa",
  reveal: "Mostrar en la carpeta",
  working: "Leyendo…",
  passwordTitle: (name) => `Contraseña de ${name}`,
  passwordWhy: "Solo se usa en este ordenador para leer el documento.",
  passwordLabel: "Contraseña",
  passwordShow: "Mostrar la contraseña",
  passwordWrong: "Esa contraseña no abre el documento. Compruebe las mayúsculas e inténtelo de nuevo.",
  passwordNotes: "El documento se ha leído. Tenga en cuenta:",
  unlock: "Leer el documento",
  unlocking: "Leyendo el documento…",
  folders: "Carpetas",
  allFolders: "Todas las carpetas",
  leaveFolder: (name) => `Solo ${name}: mostrar todas las carpetas`,
  inbox: "Importados",
  away: "no disponible ahora",
  addFolder: "Añadir carpeta…",
  addFiles: "Añadir archivos…",
  removeFolder: (name) => `Quitar la carpeta ${name}`,
  removeTitle: "Quitar la carpeta de Legajo",
  removeWhy: (name) => `Legajo dejará de buscar en «${name}» y borrará de su índice lo leído en ella. Los archivos no se tocan: siguen donde están.`,
  removeInbox: "Es la carpeta propia de Legajo, con las copias de lo que usted importó. Las copias no se borran del disco.",
  remove: "Quitar la carpeta",
  addTitle: "Añadir una carpeta",
  matter: "Expediente (opcional)",
  matterWhy: "Si la carpeta es de un expediente, su nombre permite limitar a él las preguntas.",
  add: "Añadir",
  progress: (done, total) => `Leyendo ${done} de ${total}`,
  looking: "Comparando las carpetas con el índice…",
  left: (time) => `quedan unos ${time}`,
  paused: (waiting, one) => (one ? "Lectura en pausa: espera 1 documento." : `Lectura en pausa: esperan ${waiting} documentos.`),
  pausedDone: "Lectura en pausa: lo nuevo o cambiado no se leerá hasta que la reanude.",
  pause: "Pausar",
  resume: "Reanudar",
  loading: "Cargando los documentos…",
  none: "Todavía no hay documentos",
  noneWhy: "Las carpetas añadidas están vacías. Añada otra o suelte aquí archivos.",
  noMatch: "Ningún documento coincide",
  noMatchWhy: "Pruebe con otras palabras o quite los filtros.",
  showAll: "Mostrar todos",
  noneOfKind: {
    all: "Ningún documento coincide",
    need: "Ningún documento le necesita",
    waiting: "No queda ningún documento en espera",
    unread: "No hay documentos sin leer",
    away: "Todas las carpetas están disponibles",
    excluded: "No ha excluido ningún documento",
  },
  importTitle: (count, one) => (one ? "Añadir un elemento" : `Añadir ${count} elementos`),
  importWhy: "¿Cómo quiere añadirlos a Legajo?",
  copy: "Copiar en la carpeta de Legajo",
  copyWhy: "Los originales pueden moverse o borrarse después. Lo mejor para lo que llega por correo o en una memoria USB.",
  link: "Leerlos donde están",
  linkWhy: "No se copia nada; si los archivos cambian, Legajo lo advierte. Lo mejor para carpetas de trabajo.",
  remember: "Hacerlo siempre así (puede cambiarse en Ajustes)",
  importing: (count, one) => (one ? "Añadiendo 1 elemento…" : `Añadiendo ${count} elementos…`),
  dropWhy: "Se leerán en este ordenador. Los originales no se modifican.",
};

const en: Documents = {
  title: "Documents",
  column: { name: "Name", place: "Folder", state: "State", date: "Date", size: "Size", pages: "Pages" },
  kind: { all: "All", need: "Need you", waiting: "Waiting", unread: "Not read", away: "Away", excluded: "Excluded" },
  kinds: "Show",
  filter: "Filter by name, title or folder",
  shown: (count, all) => (count === all ? `${all} in all` : `${count} of ${all}`),
  noDate: "no date",
  insideOf: (parent) => `attached to ${parent}`,
  pageFindings: (finding, pages, one) => `${finding} (${one ? "page" : "pages"} ${pages})`,
  pagesUnread: (pages, one) => (one ? `page ${pages} was not wholly read` : `pages ${pages} were not wholly read`),
  finding: {
    format_not_read: "Legajo does not read this format. If you can, save the document as PDF or DOCX and add it again.",
    needs_password: "The file, or a part of it, is locked with a password. Enter it here, or save a copy without one.",
    damaged: "The file is damaged. Ask for another copy, or open it with its program and save it anew.",
    empty: "No text was found in the file.",
    unreachable: "The file cannot be opened. Check that it is still there and that you may read it.",
    limit_reached: "The file goes beyond what Legajo reads. Split it, or save it at a lower resolution.",
    reader_failed: "Reading this file failed. Save it anew in the program that made it, then read it again.",
    page_unread: "Not everything on the page was read: what is missing will not appear in answers. Check it by eye.",
    ocr_missing: "There are scanned pages, and text recognition (Tesseract) is missing for one of the languages chosen. Install it, then read again.",
    tracked_changes: "There are changes that nobody has accepted or rejected. It was read as if all were accepted; what was deleted is never quoted.",
    signed: "The document is signed electronically. Legajo does not check the signature.",
    hidden_text: "It holds hidden text that is not seen when it is opened. Quotes from it are marked.",
    partly_read: "Only a part of the file could be read.",
  },
  onPages: (pages, one) => (one ? `Page ${pages}` : `Pages ${pages}`),
  readerSays: "What the reader says",
  fine: "Wholly read. All of its text can be quoted.",
  pendingWhy: "Not read yet. It will be when its turn comes.",
  excludedWhy: "You have excluded it: it is neither searched nor quoted.",
  awayWhy: "Its folder is not available now (a network drive or a disk that is not connected). Once it is back, all will be as it was.",
  details: "Details of the document",
  facts: {
    pages: (count, one) => (one ? "1 page" : `${count} pages`),
    scanned: (count, one) => (one ? "1 scanned" : `${count} scanned`),
    passages: (count, one) => (one ? "1 passage" : `${count} passages`),
    dated: (day) => `dated ${day}`,
    changed: (day) => `changed ${day}`,
  },
  open: "Open",
  password: "Enter password…",
  readAgain: "Read again",
  exclude: "Exclude",
  include: "Include again",
  openInSystem: "Open with its program",
  reveal: "Show in folder",
  working: "Reading…",
  passwordTitle: (name) => `Password of ${name}`,
  passwordWhy: "It is used on this computer only, to read the document.",
  passwordLabel: "Password",
  passwordShow: "Show the password",
  passwordWrong: "That password does not open the document. Check capital letters and try again.",
  passwordNotes: "The document has been read. Please note:",
  unlock: "Read the document",
  unlocking: "Reading the document…",
  folders: "Folders",
  allFolders: "All folders",
  leaveFolder: (name) => `Only ${name}: show all folders`,
  inbox: "Imported",
  away: "not available now",
  addFolder: "Add folder…",
  addFiles: "Add files…",
  removeFolder: (name) => `Remove the folder ${name}`,
  removeTitle: "Remove the folder from Legajo",
  removeWhy: (name) => `Legajo will no longer search “${name}” and will drop from its index what was read there. The files themselves are not touched: they stay where they are.`,
  removeInbox: "It is Legajo's own folder, with the copies of what you imported. The copies are not deleted from the disk.",
  remove: "Remove the folder",
  addTitle: "Add a folder",
  matter: "Matter (optional)",
  matterWhy: "If the folder belongs to one matter, its name lets you narrow questions to it.",
  add: "Add",
  progress: (done, total) => `Reading ${done} of ${total}`,
  looking: "Comparing the folders with the index…",
  left: (time) => `about ${time} left`,
  paused: (waiting, one) => (one ? "Reading is paused: 1 document waits." : `Reading is paused: ${waiting} documents wait.`),
  pausedDone: "Reading is paused: what is new or changed is not read until you resume.",
  pause: "Pause",
  resume: "Resume",
  loading: "Loading the documents…",
  none: "No documents yet",
  noneWhy: "The folders you added are empty. Add another, or drop files here.",
  noMatch: "No document matches",
  noMatchWhy: "Try other words, or take the filters away.",
  showAll: "Show all",
  noneOfKind: {
    all: "No document matches",
    need: "No document needs you",
    waiting: "No document is waiting",
    unread: "No document is unread",
    away: "All folders are available",
    excluded: "You have excluded no document",
  },
  importTitle: (count, one) => (one ? "Add one item" : `Add ${count} items`),
  importWhy: "How should Legajo take them in?",
  copy: "Copy into Legajo's folder",
  copyWhy: "The originals may be moved or deleted later. Best for what comes by mail or on a USB stick.",
  link: "Read them where they are",
  linkWhy: "Nothing is copied; when the files change, Legajo notices. Best for working folders.",
  remember: "Always do it this way (you can change it in Settings)",
  importing: (count, one) => (one ? "Adding 1 item…" : `Adding ${count} items…`),
  dropWhy: "They are read on this computer. The originals are not changed.",
};

export const documents: InEach<Documents> = { es, en };
