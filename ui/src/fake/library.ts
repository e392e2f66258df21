// The invented documents' words.
import { drawn, flowing, type Paper } from "./paper";

const FOLDER = "/home/ana/Expedientes/Obra Hnos. Ruiz";

const CONTRACT = `# CONTRATO DE EJECUCIÓN DE OBRA
En Sevilla, a 3 de marzo de 2021.
# REUNIDOS
De una parte, Promociones Guadaíra, S.L., con domicilio en Sevilla, calle Betis, 14, y N.I.F. B-41000001, representada por su administradora única, doña Carmen Ortega Lara (en adelante, la Propiedad).
De otra parte, Construcciones Hermanos Ruiz, S.A., con domicilio en Dos Hermanas, polígono La Isla, nave 7, y N.I.F. A-41000002, representada por don Manuel Ruiz Peña (en adelante, la Contratista).
# EXPONEN
I. Que la Propiedad es dueña del solar sito en Mairena del Aljarafe, calle Nueva, 22, y ha decidido edificar en él doce viviendas con sus plazas de aparcamiento.
II. Que la Contratista dispone de los medios y de la clasificación necesarios, y está interesada en ejecutar la obra conforme al proyecto visado.
\f# CLÁUSULAS
# CLÁUSULA PRIMERA.- Objeto
La Contratista se obliga a ejecutar la obra descrita en el proyecto, a su riesgo y ventura, con suministro de materiales.
# CLÁUSULA SEGUNDA.- Precio
El precio de la obra se fija en 1.850.000 euros, más el impuesto sobre el valor añadido que corresponda, y se entiende alzado y cerrado.
# CLÁUSULA TERCERA.- Forma de pago
La Propiedad abonará las certificaciones mensuales a los sesenta días de su aprobación por la dirección facultativa, con retención del 5 % en garantía de la correcta ejecución.
# CLÁUSULA CUARTA.- Plazo
El plazo de ejecución es de dieciocho meses, que se contarán desde la firma del acta de replanteo. La Contratista presentará, dentro de los quince días siguientes, un programa de trabajos con hitos parciales.
\f# CLÁUSULA NOVENA.- Penalización
El retraso imputable a la Contratista se penalizará con el 0,5 % del precio por cada semana completa, con un tope del 10 % del precio total. La penalización es cumulativa a la indemnización de los daños y perjuicios que excedan de ella.
La Propiedad podrá deducir la penalización de las certificaciones pendientes, previa comunicación fehaciente con diez días de antelación.
# CLÁUSULA DÉCIMA.- Recepción
Terminada la obra, las partes levantarán acta de recepción, con o sin reservas. La recepción se entenderá tácitamente producida transcurridos treinta días desde la notificación del final de obra.
# CLÁUSULA UNDÉCIMA.- Garantía
La Contratista responde de los defectos de ejecución durante un año desde la recepción, sin perjuicio de las responsabilidades de la Ley de Ordenación de la Edificación, que alcanzan tres y diez años según la naturaleza del daño, y la retención se devolverá cuando
\fhaya transcurrido ese plazo sin que se hayan puesto de manifiesto vicios o defectos, o una vez reparados los que se hubieran manifestado, a satisfacción de la dirección facultativa.
# CLÁUSULA DUODÉCIMA.- Resolución
Son causas de resolución el incumplimiento grave de las obligaciones esenciales, la paralización de la obra por más de treinta días y la declaración de concurso en los términos que permita la ley.
# CLÁUSULA DECIMOTERCERA.- Ley y fuero
El contrato se rige por la ley española. Las partes se someten, con renuncia a su propio fuero, a los juzgados y tribunales de Sevilla.
\f# ANEXO I
Relación de hitos parciales: cimentación, seis meses; estructura, diez meses; cerramientos, catorce meses; acabados y entrega, dieciocho meses.
Y en prueba de conformidad firman las partes por duplicado en el lugar y fecha del encabezamiento.`;

const ADDENDUM = [
  "running|Promociones Guadaíra, S.L. — Adenda n.º 1",
  "h1|ADENDA AL CONTRATO DE EJECUCIÓN DE OBRA",
  "body|En Sevilla, a 15 de mayo de 2023, las partes del contrato de 3 de marzo de 2021 acuerdan modificarlo como sigue.",
  "h2|Primera. Penalización",
  "body|La penalización prevista en la cláusula novena se reduce al 0,3 % del precio por cada semana completa de retraso, y mantiene su tope del 10 %.",
  "footnote|1 Se calcula sobre el precio sin impuesto sobre el valor añadido.",
  "comment|M. Ruiz: pendiente de confirmar si el tope cambia.",
  "\f",
  "h2|Segunda. Plazo",
  "body|El plazo de ejecución se amplía en tres meses, por causas no imputables a la Contratista: 𝐟uerza mayor y falta de suministro.",
  "h2|Tercera. Vigencia",
  "body|En lo demás sigue en vigor el contrato. Esta adenda surte efectos desde su firma.",
  "hidden|BORRADOR 2: no enviar todavía a la otra parte.",
];

/** Long enough to see whether thousands of paragraphs scroll. */
const MINUTES = Array.from({ length: 4000 }, (_, index) =>
  index % 40 === 0 ? `h2|Sesión ${index / 40 + 1}` : `body|${index}. El consejo deliberó sobre el punto ${index % 40} del orden del día y acordó, por unanimidad de los asistentes, dejar constancia de ello en esta acta a los efectos oportunos.`,
);

export const contract = drawn(`${FOLDER}/Contrato de ejecución de obra Hnos. Ruiz.pdf`, "a1", ["i", "1", "2", "3", "4"], [4], CONTRACT);
contract.source.title = "Contrato de ejecución de obra";
contract.source.problems = [{ page: 4, code: "page_unread", message: "OCR read 94 % of the ink." }];

export const addendum = flowing(`${FOLDER}/Adenda 2023.docx`, "b2", "docx", 2, ADDENDUM);
addendum.source.title = "Adenda n.º 1";
addendum.source.problems = [
  { page: null, code: "tracked_changes", message: "" },
  { page: 2, code: "hidden_text", message: "" },
  { page: null, code: "signed", message: "" },
];

export const minutes = flowing("/home/ana/Expedientes/Consejo/Libro de actas.txt", "c3", "txt", 0, MINUTES);

/** Quoted in a conversation, and since then removed from the library. */
export const gone = flowing(`${FOLDER}/Borrador de liquidación.docx`, "d4", "docx", 0, ["h1|Liquidación", "body|La penalización devengada asciende a 37.000 euros a la fecha de este documento."]);

export const papers: Paper[] = [contract, addendum, minutes];
