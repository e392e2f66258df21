// Texts of the room "welcome".
import type { InEach } from "./index.svelte";

interface Welcome {
  title: string;
}

export const welcome: InEach<Welcome> = {
  es: { title: "" },
  en: { title: "" },
};
