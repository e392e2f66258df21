// The interface's texts in the system's language; English where Legajo does not speak it.
import { en } from "./en";
import { es } from "./es";

const languages = { es, en } as const;

/** A language that Legajo speaks. */
export type Language = keyof typeof languages;

function isSpoken(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}

function systemLanguage(): Language {
  const tags = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return tags.find(isSpoken) ?? "en";
}

/** The language of this window. */
export const language: Language = systemLanguage();

/** Its texts. */
export const text = languages[language];
