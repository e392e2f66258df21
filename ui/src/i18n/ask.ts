// Texts of the room "ask".
import type { InEach } from "./index.svelte";

interface Ask {
  title: string;
}

export const ask: InEach<Ask> = {
  es: { title: "" },
  en: { title: "" },
};
