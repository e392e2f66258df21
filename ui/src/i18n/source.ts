// Texts of the pane "source".
import type { BlockKind } from "../generated/BlockKind";
import type { InEach } from "./index.svelte";

interface Source {
  title: string;
  opening: string;
  gone: string;
  width: string;

  page: string;
  pageCount: (count: string) => string;
  pageNumber: (number: string, count: string) => string;
  noSuchPage: (count: string) => string;
  previousPage: string;
  nextPage: string;
  zoomIn: string;
  zoomOut: string;
  fit: string;
  thumbnails: string;
  find: string;
  openInSystem: string;
  reveal: string;
  close: string;

  findIn: string;
  findCount: (at: string, count: string) => string;
  findNone: string;
  findBusy: string;
  findPrevious: string;
  findNext: string;
  closeFind: string;
  findMore: (count: string) => string;

  marks: string;
  markCount: (at: string, count: string) => string;
  previousMark: string;
  nextMark: string;
  continues: string;
  continued: string;

  ocr: (share: string) => string;
  problemOn: (problem: string, page: string) => string;
  problemCount: (count: string) => string;
  noPicture: string;
  pageOf: (label: string) => string;
  pages: string;
  blockKinds: Partial<Record<BlockKind, string>>;

  quote: string;
  copyQuote: string;
  copied: string;
  fromPage: (label: string) => string;
}

export const source: InEach<Source> = {
  es: {
    title: "Documento",
    opening: "Abriendo el documento…",
    gone: "Este documento ya no está en la biblioteca, o ha cambiado desde que se leyó. Abajo quedan las palabras citadas entonces.",
    width: "Anchura del documento",

    page: "Página",
    pageCount: (count) => `de ${count}`,
    pageNumber: (number, count) => `(${number} de ${count})`,
    noSuchPage: (count) => `No hay tal página: escriba su número, del 1 al ${count}, o el que lleva impreso.`,
    previousPage: "Página anterior",
    nextPage: "Página siguiente",
    zoomIn: "Ampliar (Ctrl +)",
    zoomOut: "Reducir (Ctrl −)",
    fit: "Ajustar al ancho (Ctrl 0)",
    thumbnails: "Miniaturas",
    find: "Buscar en el documento (Ctrl F)",
    openInSystem: "Abrir con el programa del sistema",
    reveal: "Mostrar en la carpeta",
    close: "Cerrar (Esc)",

    findIn: "Buscar en el documento",
    findCount: (at, count) => `${at} de ${count}`,
    findNone: "Sin encontrar",
    findBusy: "Buscando…",
    findPrevious: "Anterior (Mayús+Intro)",
    findNext: "Siguiente (Intro)",
    closeFind: "Cerrar la búsqueda",
    findMore: (count) => `más de ${count}`,

    marks: "Partes de la cita",
    markCount: (at, count) => `Parte ${at} de ${count}`,
    previousMark: "Parte anterior de la cita",
    nextMark: "Parte siguiente de la cita",
    continues: "La cita sigue en la página siguiente",
    continued: "La cita viene de la página anterior",

    ocr: (share) => `OCR: leído el ${share} de la tinta`,
    problemOn: (problem, page) => `${page}: ${problem}`,
    problemCount: (count) => `${count} avisos sobre este documento`,
    noPicture: "No se ha podido dibujar esta página. Debajo está el texto que se leyó de ella.",
    pageOf: (label) => `Página ${label}`,
    pages: "Páginas",
    blockKinds: { footnote: "Nota al pie", comment: "Comentario", hidden: "Texto oculto", running: "Encabezado o pie" },

    quote: "Palabras citadas",
    copyQuote: "Copiar la cita con su referencia",
    copied: "Copiado",
    fromPage: (label) => `desde la ${label}`,
  },
  en: {
    title: "Document",
    opening: "Opening the document…",
    gone: "This document is no longer in the library, or has changed since it was read. The words quoted then are kept below.",
    width: "Width of the document",

    page: "Page",
    pageCount: (count) => `of ${count}`,
    pageNumber: (number, count) => `(${number} of ${count})`,
    noSuchPage: (count) => `There is no such page: write its number, 1 to ${count}, or the one printed on it.`,
    previousPage: "Previous page",
    nextPage: "Next page",
    zoomIn: "Zoom in (Ctrl +)",
    zoomOut: "Zoom out (Ctrl −)",
    fit: "Fit width (Ctrl 0)",
    thumbnails: "Thumbnails",
    find: "Find in the document (Ctrl F)",
    openInSystem: "Open in the system's program",
    reveal: "Show in its folder",
    close: "Close (Esc)",

    findIn: "Find in the document",
    findCount: (at, count) => `${at} of ${count}`,
    findNone: "Not found",
    findBusy: "Searching…",
    findPrevious: "Previous (Shift+Enter)",
    findNext: "Next (Enter)",
    closeFind: "Close the search",
    findMore: (count) => `more than ${count}`,

    marks: "Parts of the quote",
    markCount: (at, count) => `Part ${at} of ${count}`,
    previousMark: "Previous part of the quote",
    nextMark: "Next part of the quote",
    continues: "The quote continues on the next page",
    continued: "The quote begins on the page before",

    ocr: (share) => `OCR, ${share} of the ink read`,
    problemOn: (problem, page) => `${page}: ${problem}`,
    problemCount: (count) => `${count} findings about this document`,
    noPicture: "This page could not be drawn. Below is the text that was read from it.",
    pageOf: (label) => `Page ${label}`,
    pages: "Pages",
    blockKinds: { footnote: "Footnote", comment: "Comment", hidden: "Hidden text", running: "Header or footer" },

    quote: "Words quoted",
    copyQuote: "Copy the quote with its reference",
    copied: "Copied",
    fromPage: (label) => `from ${label}`,
  },
};
