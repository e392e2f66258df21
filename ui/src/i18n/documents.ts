// Texts of the room "documents".
import type { InEach } from "./index.svelte";

interface Documents {
  title: string;
}

export const documents: InEach<Documents> = {
  es: { title: "" },
  en: { title: "" },
};
