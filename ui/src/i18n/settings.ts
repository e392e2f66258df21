// Texts of the room "settings".
import type { InEach } from "./index.svelte";

interface Settings {
  title: string;
}

export const settings: InEach<Settings> = {
  es: { title: "" },
  en: { title: "" },
};
