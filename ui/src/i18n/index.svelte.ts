// The interface's texts in the language of the window: the user's choice, else the system's, else English.
// Each file here has one room's texts in every language; one that lacks a text does not build.
import { ask } from "./ask";
import { documents } from "./documents";
import { frame } from "./frame";
import { settings } from "./settings";
import { source } from "./source";
import { welcome } from "./welcome";
import { words } from "./words";

/** A language that Legajo speaks. */
export type Language = "es" | "en";

/** A room's texts in every language. */
export type InEach<Texts> = Record<Language, Texts>;

function isSpoken(tag: string): tag is Language {
  return tag === "es" || tag === "en";
}

function systemLanguage(): Language {
  const tags = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return tags.find(isSpoken) ?? "en";
}

let chosen = $state<Language>(systemLanguage());

/** Returns the language of the window. */
export function language(): Language {
  return chosen;
}

/** Changes it; `null` takes the system's. */
export function speak(wished: string | null): void {
  chosen = wished && isSpoken(wished) ? wished : systemLanguage();
  document.documentElement.lang = chosen;
}

/** The texts of each room. */
export const text = {
  get ask() {
    return ask[chosen];
  },
  get documents() {
    return documents[chosen];
  },
  get frame() {
    return frame[chosen];
  },
  get settings() {
    return settings[chosen];
  },
  get source() {
    return source[chosen];
  },
  get welcome() {
    return welcome[chosen];
  },
  get words() {
    return words[chosen];
  },
};
