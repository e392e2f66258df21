// Texts of the first run.
import type { InEach } from "./index.svelte";

interface Welcome {
  title: string;
  lead: string;
  stays: string;
  choose: string;
  drop: string;
  sample: string;
  sampleWhy: string;
  whatHappens: string;
  steps: { title: string; words: string }[];
}

export const welcome: InEach<Welcome> = {
  es: {
    title: "Pregunte a sus documentos",
    lead: "Legajo lee una carpeta de contratos, responde a sus preguntas y lleva cada frase a las palabras del documento que la sostienen.",
    stays: "Nada sale de este ordenador: ni los documentos, ni las preguntas, ni las respuestas.",
    choose: "Elegir una carpeta…",
    drop: "o suéltela en cualquier punto de esta ventana",
    sample: "Probar con el expediente de ejemplo",
    sampleWhy: "Ocho documentos inventados, para ver cómo funciona antes de usar los suyos.",
    whatHappens: "Qué ocurre después",
    steps: [
      { title: "Legajo lee la carpeta", words: "PDF, Word, correo y texto, también escaneados. Los archivos no se modifican." },
      { title: "Usted pregunta enseguida", words: "No hace falta esperar: se responde con lo leído hasta ese momento, y se dice cuánto es." },
      { title: "Cada frase se comprueba", words: "Lo que no está en los documentos se señala. Lo que no se ha podido leer, también." },
    ],
  },
  en: {
    title: "Ask your documents",
    lead: "Legajo reads a folder of contracts, answers your questions, and leads every sentence back to the words of the document that carry it.",
    stays: "Nothing leaves this computer: no document, no question, no answer.",
    choose: "Choose a folder…",
    drop: "or drop it anywhere in this window",
    sample: "Try the sample case file",
    sampleWhy: "Eight invented documents, to see how it works before using your own.",
    whatHappens: "What happens next",
    steps: [
      { title: "Legajo reads the folder", words: "PDF, Word, mail and text, scans too. The files are not changed." },
      { title: "You ask at once", words: "No need to wait: answers come from what has been read so far, and say how much that is." },
      { title: "Every sentence is checked", words: "What is not in the documents is marked. What could not be read is said." },
    ],
  },
};
