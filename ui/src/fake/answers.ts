// The invented answers: every state that an answer can be in.
import type { Answer } from "../generated/Answer";
import type { Citation } from "../generated/Citation";
import type { Claim } from "../generated/Claim";
import type { ShownHit } from "../generated/ShownHit";
import { addendum, contract, gone, minutes } from "./library";
import type { Paper } from "./paper";

/** Returns a citation of words that stand in the document. */
function cite(paper: Paper, quote: string): Citation {
  const points = Array.from(quote);
  const folded = paper.points.map((point) => (point === "\n" ? " " : point));
  const start = folded.findIndex((_, index) => points.every((point, offset) => folded[index + offset] === point));
  if (start < 0) throw new Error(`not in ${paper.source.path}: ${quote}`);
  const found = paper.words.findIndex((words) => words.some((word) => word.end > start));
  const block = paper.blocks.findLastIndex((one) => one.start <= start);
  const page = paper.source.drawn ? found + 1 : (paper.blocks[block]?.page ?? null);
  const row = page === null ? undefined : paper.source.pages[page - 1];
  const heading = paper.headings.findLast((one) => one.start <= start)?.text;
  return {
    path: paper.source.path,
    sha256: paper.source.sha256,
    heading: heading ? [heading] : [],
    quote,
    start,
    end: start + points.length,
    document_title: paper.source.title,
    document_date: paper.source.date,
    document_versions: [],
    page,
    page_label: row?.label ?? null,
    page_approximate: row?.approximate ?? false,
    place: page === null ? { kind: "block", number: block + 1 } : { kind: "page", number: page },
  };
}

function hit(rank: number, paper: Paper, quote: string): ShownHit {
  const { path, sha256, heading, start, end, document_date, document_versions, page, page_label, page_approximate, place } = cite(paper, quote);
  const at = { path, sha256, heading, start, end, document_date, document_versions, page, page_label, page_approximate, place };
  return { ...at, rank, score: 1 / rank, words: 4, cosine: 0.7, text: quote, amended_by: paper === contract ? [addendum.source.path] : [] };
}

function quoted(paper: Paper, quote: string): Claim {
  return { text: quote, support: "quoted", citations: [cite(paper, quote)], faults: [], reasons: [] };
}

const PENALTY = "El retraso imputable a la Contratista se penalizará con el 0,5 % del precio por cada semana completa, con un tope del 10 % del precio total.";
const REDUCED = "La penalización prevista en la cláusula novena se reduce al 0,3 % del precio por cada semana completa de retraso, y mantiene su tope del 10 %.";
const RETURNED = "la retención se devolverá cuando haya transcurrido ese plazo sin que se hayan puesto de manifiesto vicios o defectos";
const LAW = "El contrato se rige por la ley española.";
const COURTS = "Las partes se someten, con renuncia a su propio fuero, a los juzgados y tribunales de Sevilla.";
const OWED = "La penalización devengada asciende a 37.000 euros a la fecha de este documento.";
const MINUTE = "7. El consejo deliberó sobre el punto 7 del orden del día y acordó, por unanimidad de los asistentes, dejar constancia de ello en esta acta a los efectos oportunos.";

const UNREAD = ["/home/ana/Expedientes/Obra Hnos. Ruiz/Acta de replanteo.pdf", "/home/ana/Expedientes/Obra Hnos. Ruiz/Mediciones protegidas.xlsx"];

function answer(question: string, claims: Claim[], more: Partial<Answer>): Answer {
  return {
    status: "answered",
    mode: "compose",
    question_used: question,
    answer: claims.map((claim) => claim.text).join(" "),
    notice: null,
    conflicts: [],
    scope: { searched: 12, pending: 0, unread: [] },
    claims,
    hits: [hit(1, contract, PENALTY), hit(2, addendum, REDUCED), hit(3, minutes, MINUTE)],
    evidence: { found: true, probability: 0.9, ruled_out: false, signs: {} },
    asking: question,
    model: { name: "gemma3:4b", prompt_tokens: 2100, reply_tokens: 180, context_tokens: 8192, left_out: 0, dropped: 0 },
    conversation: null,
    ...more,
  };
}

export function penalty(question: string): Answer {
  const claims: Claim[] = [
    quoted(contract, PENALTY),
    { text: "La adenda de 2023 reduce la penalización al 0,3 % por semana y conserva el tope del 10 %.", support: "supported", citations: [cite(addendum, REDUCED), cite(contract, PENALTY)], faults: [], reasons: [] },
    {
      text: "La reducción se aplica también a los retrasos anteriores al 15 de mayo de 2023.",
      support: "unsupported",
      citations: [cite(addendum, "Esta adenda surte efectos desde su firma.")],
      faults: [{ code: "words_missing", share: 0.4 }, { code: "figure_missing", figure: "15 de mayo de 2023" }],
      reasons: ["dice más que la fuente", "la cifra «15 de mayo de 2023» no está en la cita"],
    },
  ];
  return answer(question, claims, {
    notice: "Los documentos no coinciden: se muestran los dos valores, con sus fechas. Faltan por leer 3 archivos. 2 archivos no se han podido leer, o no del todo.",
    conflicts: [{ earlier: cite(contract, PENALTY), later: cite(addendum, REDUCED) }],
    scope: { searched: 12, pending: 3, unread: UNREAD },
  });
}

export function partial(question: string): Answer {
  return answer(question, [quoted(contract, RETURNED)], {
    status: "partial",
    question_used: "¿Cuándo se devuelve la retención del contrato con Hnos. Ruiz y con qué intereses?",
    notice: "Según el modelo, los documentos no contestan una parte: los intereses de la retención.",
  });
}

export function law(question: string): Answer {
  return answer(question, [quoted(contract, LAW), quoted(contract, COURTS)], { mode: "verbatim", model: null });
}

export function owed(question: string): Answer {
  return answer(question, [quoted(gone, OWED), quoted(minutes, MINUTE)], { mode: "select" });
}

export function nothing(question: string): Answer {
  return answer(question, [], {
    status: "not_found",
    answer: "No lo encuentro en los documentos. Ningún documento se presenta con el nombre «Aguas del Sur».",
    scope: { searched: 12, pending: 0, unread: UNREAD },
    evidence: { found: false, probability: 0.1, ruled_out: true, signs: {} },
  });
}
