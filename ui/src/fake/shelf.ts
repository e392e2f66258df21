// The invented files themselves: a small shelf on which every kind of finding stands, and a large one.
import type { Problem } from "../generated/Problem";
import type { Status } from "../generated/Status";

/** What distinguishes an invented file; the rest follows from its number. */
export interface Sketch {
  folder: string;
  path: string;
  title?: string;
  date?: string;
  status?: Status;
  problems?: Problem[];
  attached?: boolean;
}

export const HOME = "/home/ana/Expedientes";
const AWAY = "/media/despacho/Archivo 2019";
const LINE = "2024-031 Conservas Peñarrubia - Línea de envasado";
const LAB = "2025-007 Laboratorios Ibarluce (asesoramiento)";

const found = (code: Problem["code"], message: string, page: number | null = null): Problem => ({ code, message, page });

export const SMALL: Sketch[] = [
  { folder: HOME, path: `${LINE}/01 Contrato/Contrato línea de envasado - Ingeniería Valdeárbol (firmado).pdf`, title: "Contrato de suministro e instalación de línea de envasado", date: "2024-03-11", problems: [found("signed", "The document is signed electronically by 2 people. The signatures were not checked.")] },
  { folder: HOME, path: `${LINE}/01 Contrato/Adenda nº 1 - Ingeniería Valdeárbol.docx`, title: "Adenda nº 1 al contrato de suministro", date: "2024-09-02", problems: [found("tracked_changes", "The file has tracked changes that nobody has accepted or rejected yet (3 insertions, 1 deletion by Ana Ruiz).")] },
  { folder: HOME, path: `${LINE}/02 Correspondencia/2025-01-14 Liquidación de la penalización.eml`, title: "Liquidación de la penalización por retraso", date: "2025-01-14" },
  { folder: HOME, path: `${LINE}/02 Correspondencia/2025-01-14 Liquidación de la penalización.eml/Acta de recepción.pdf`, title: "Acta de recepción provisional", date: "2024-12-20", attached: true },
  { folder: HOME, path: `${LINE}/02 Correspondencia/2025-01-14 Liquidación de la penalización.eml/Cálculo.xlsx`, status: "problem", attached: true, problems: [found("format_not_read", "Spreadsheets are not read.")] },
  { folder: HOME, path: `${LINE}/03 Documentación recibida/Arrendamiento nave parcela 15 (escaneado).pdf`, title: "Contrato de arrendamiento de nave industrial", date: "2019-06-28", problems: [found("page_unread", "Page 7: text recognition covered 60 % of the ink.", 7)] },
  { folder: HOME, path: `${LINE}/03 Documentación recibida/Planos y fotografías (escaneado).pdf`, problems: [found("page_unread", "Page 2 was not read: too little text.", 2), found("page_unread", "Page 3 was not read: too little text.", 3), found("page_unread", "Page 4 was not read: too little text.", 4), found("page_unread", "Page 9 was not read: too little text.", 9), found("ocr_missing", "Scanned pages cannot be read: the Tesseract data for cat is missing.")] },
  { folder: HOME, path: `${LINE}/03 Documentación recibida/Póliza de seguro.pdf`, status: "problem", problems: [found("needs_password", "The file is locked with a password.")] },
  { folder: HOME, path: `${LAB}/UK suppliers/Consultancy Agreement - Tessaly Brook (draft v2).docx`, title: "Consultancy Agreement", date: "2025-02-03", problems: [found("hidden_text", "The file holds hidden text (2 paragraphs).")] },
  { folder: HOME, path: `${LAB}/UK suppliers/Supply Agreement - Harrowgate Glassworks.pdf`, title: "Supply Agreement", date: "2024-11-18" },
  { folder: HOME, path: `${LAB}/Contratos/Acuerdo de confidencialidad - Quiñones Bioquímica.pdf`, title: "Acuerdo de confidencialidad", date: "2025-03-27" },
  { folder: HOME, path: `${LAB}/Contratos/Mantenimiento informático - Núbora Sistemas.docx`, title: "Contrato de mantenimiento informático", date: "2023-10-01" },
  { folder: HOME, path: `${LAB}/Contratos/Borrador antiguo.doc`, status: "excluded" },
  { folder: HOME, path: `${LAB}/Contratos/Escritura de poder.pdf`, status: "problem", problems: [found("damaged", "The file ends in the middle of a page.")] },
  { folder: HOME, path: `${LAB}/Contratos/Anexo técnico.pdf`, status: "problem", problems: [found("limit_reached", "The reader of this file took longer than 120 s and was stopped. Try splitting the file.")] },
  { folder: HOME, path: `${LAB}/Contratos/Factura 2025-118.pdf`, status: "problem", problems: [found("reader_failed", "The reader of this file ended with signal 11.")] },
  { folder: HOME, path: `${LAB}/Contratos/Notas de la reunión.txt`, status: "pending" },
  { folder: HOME, path: `${LAB}/Contratos/Portada.pdf`, status: "problem", problems: [found("empty", "No text was found.")] },
  { folder: AWAY, path: "Compraventa local Gran Vía 14.pdf", title: "Escritura de compraventa", date: "2019-02-05", status: "unreachable" },
  { folder: AWAY, path: "Arras local Gran Vía 14.pdf", title: "Contrato de arras penitenciales", date: "2018-12-10", status: "unreachable", problems: [found("partly_read", "The last 2 pages are cut off.")] },
];

const KINDS = ["Contrato de arrendamiento", "Acuerdo marco", "Póliza", "Requerimiento", "Escritura", "Demanda", "Informe pericial", "Nóminas", "Acta de la junta", "Burofax"];
const PARTIES = ["Hermanos Ruiz", "Talleres Ñandú", "Grupo Álamo", "Construcciones Vega", "Inversiones Duero", "Óptica Salmantina", "Viñedos del Sil"];
const STATES: Status[] = ["indexed", "indexed", "indexed", "indexed", "indexed", "indexed", "pending", "indexed", "indexed", "excluded"];

export const MANY: Sketch[] = Array.from({ length: 2980 }, (_, index) => {
  const [kind, party] = [KINDS[index % KINDS.length] ?? "", PARTIES[index % PARTIES.length] ?? ""];
  const year = 2015 + (index % 11);
  const ending = index % 4 === 0 ? "docx" : "pdf";
  const month = String(1 + (index % 12)).padStart(2, "0");
  return {
    folder: HOME,
    path: `${year}-${String(index % 90).padStart(3, "0")} ${party}/${kind} ${index + 1}.${ending}`,
    title: `${kind} de ${party}`,
    ...(index % 5 > 0 ? { date: `${year}-${month}-${String(1 + (index % 28)).padStart(2, "0")}` } : {}),
    status: STATES[index % STATES.length] ?? "indexed",
    ...(index % 97 === 0 ? { status: "indexed" as const, problems: [found("page_unread", `Page ${1 + (index % 9)}: text recognition covered 71 % of the ink.`, 1 + (index % 9))] } : {}),
  };
});
