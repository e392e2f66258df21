// What went over the network and what lies on disk, as the settings show it.
import { api } from "../api";
import type { Account } from "../generated/Account";
import { desk } from "./desk.svelte";

class Accounted {
  /** `null` until the shell has answered. */
  now = $state.raw<Account | null>(null);

  async refresh(): Promise<void> {
    this.now = (await desk.try(() => api.account())) ?? this.now;
  }
}

export const accounted = new Accounted();
