// Pictures of every screen of the real window, in both languages and both themes, at two sizes: to be looked at,
// and for the README. usage: node screens.mjs FOLDER   (LEGAJO_DESKTOP names the executable)
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { KEY, openWindow, until, withFolder } from "../window/window.mjs";

const SAMPLE = fileURLToPath(new URL("../../assets/sample/expedientes", import.meta.url));
const SIZES = [[1280, 800], [1920, 1080]];
const THEMES = ["light", "dark"];
const SAID = {
  es: { documents: "Documentos", ask: "Preguntar", question: "¿Qué penalización por retraso tiene el contrato con Ingeniería Valdeárbol?", absent: "¿Qué contrato tenemos con Astilleros Montealegre sobre amarres?" },
  en: { documents: "Documents", ask: "Ask", question: "What liability cap does the supply agreement with Harrowgate Glassworks set?", absent: "What does the charter party with Blackwater Shipping say about demurrage?" },
};

const folder = process.argv[2];
const ends = [];
const context = { after: (work) => ends.unshift(work) };

/** Lets transitions and pictures come to rest. */
const rest = () => sleep(700);

async function shoot(window, name) {
  for (const [width, height] of SIZES) {
    await window.resize(width, height);
    for (const theme of THEMES) {
      await window.settings({ theme });
      await rest();
      await writeFile(join(folder, `${name}-${theme}-${width}.png`), await window.screenshot());
    }
  }
}

async function rooms(window, language) {
  const said = SAID[language];
  await window.speak(language);
  await window.click("nav button", said.ask);
  await shoot(window, `ask-${language}`);
  await window.type("textarea", said.question);
  await window.keys(KEY.enter);
  await window.find("[aria-keyshortcuts='Alt+1']");
  await shoot(window, `answer-${language}`);
  await window.click("[aria-keyshortcuts='Alt+1']");
  await window.find(".page .mark");
  await shoot(window, `source-${language}`);
  await window.keys(KEY.escape);
  await window.type("textarea", said.absent);
  await window.keys(KEY.enter);
  await until("not found", () => window.run((words) => document.body.innerText.includes(words), language === "es" ? "No lo encuentro" : "I cannot find"));
  await shoot(window, `absent-${language}`);
  await window.click("nav button", said.documents);
  await window.find("tbody tr");
  await shoot(window, `documents-${language}`);
  await window.click("header .gear");
  await shoot(window, `settings-${language}`);
}

await mkdir(folder, { recursive: true });
try {
  const first = await openWindow(context);
  for (const language of ["es", "en"]) {
    await first.speak(language);
    await shoot(first, `welcome-${language}`);
  }
  await first.close();
  const window = await withFolder(context, SAMPLE);
  for (const language of ["es", "en"]) await rooms(window, language);
} finally {
  for (const end of ends) await end();
}
