// Adding and removing folders, as the documents and the settings both do it.
import { api } from "../api";
import { fileName } from "../i18n/format.svelte";
import { text } from "../i18n/index.svelte";
import type { FolderView } from "../generated/FolderView";
import { desk } from "./desk.svelte";
import { ledger } from "./ledger.svelte";

/** What the window asks about folders at the moment. */
class Folders {
  adding = $state<string | null>(null);
  removing = $state<FolderView | null>(null);

  /** Asks for a folder, then for its matter. */
  async choose(): Promise<void> {
    this.adding = (await desk.try(() => api.chooseFolder())) ?? null;
  }

  async remove(folder: FolderView): Promise<void> {
    if (ledger.folder === folder.path) ledger.folder = null;
    await desk.try(() => api.removeFolder(folder.path));
    await desk.refresh();
  }
}

export const folders = new Folders();

/** What a folder is called: its matter, else its own name. */
export function folderName(folder: FolderView): string {
  return folder.inbox ? text.documents.inbox : (folder.matter ?? fileName(folder.path));
}
