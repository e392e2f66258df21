// Texts of the room "source".
import type { InEach } from "./index.svelte";

interface Source {
  title: string;
}

export const source: InEach<Source> = {
  es: { title: "" },
  en: { title: "" },
};
