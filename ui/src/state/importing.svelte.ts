// Taking files and folders in, whoever hands them over: dropped, chosen, or opened from elsewhere.
import { api } from "../api";
import { desk } from "./desk.svelte";

export type How = "copy" | "link";

function isHow(how: string | null | undefined): how is How {
  return how === "copy" || how === "link";
}

class Importing {
  /** Paths about which the user is asked. */
  asked = $state<string[]>([]);
  /** How many are being taken in. */
  running = $state(0);

  /** Takes paths in as the user has chosen for all, or asks. */
  take(paths: string[]): void {
    if (paths.length === 0) return;
    const how = desk.now?.settings.import;
    if (isHow(how)) void this.go(paths, how);
    else this.asked = [...this.asked, ...paths];
  }

  async go(paths: string[], how: How): Promise<void> {
    this.asked = [];
    this.running += paths.length;
    await desk.try(() => api.importPaths(paths, how));
    this.running -= paths.length;
    await desk.refresh();
  }
}

export const importing = new Importing();
