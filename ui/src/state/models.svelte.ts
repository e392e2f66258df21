// The model server: what it has, and the download that runs, which goes on when the room is left.
import { api } from "../api";
import { failureOf } from "../contract";
import type { Failure } from "../generated/Failure";
import type { Models } from "../generated/Models";

/** Speed is measured over this stretch: long enough to be calm, short enough to be true. */
const PACE_MS = 8000;

/** A download as the window shows it. */
export interface Pulling {
  name: string;
  done: number;
  total: number;
  /** Bytes a second; `null` until it can be told. */
  rate: number | null;
}

class ModelsState {
  /** `null` until the shell has answered. */
  now = $state.raw<Models | null>(null);
  asking = $state(false);
  failure = $state<Failure | null>(null);
  pulling = $state<Pulling | null>(null);
  pullFailure = $state<Failure | null>(null);

  /** Whether some model can answer. */
  isReady = $derived(this.now !== null && this.now.failure === null && this.now.chosen !== null);
  secondsLeft = $derived.by(() => {
    const pulling = this.pulling;
    return pulling?.rate ? (pulling.total - pulling.done) / pulling.rate : null;
  });

  async refresh(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      this.now = await api.models();
      this.failure = null;
    } catch (error) {
      this.failure = failureOf(error);
    }
    this.asking = false;
  }

  async pull(name: string): Promise<void> {
    if (this.pulling) return;
    this.pulling = { name, done: 0, total: 0, rate: null };
    this.pullFailure = null;
    const seen: { at: number; done: number }[] = [];
    try {
      await api.pullModel(name, ({ done, total }) => {
        const at = performance.now();
        seen.push({ at, done });
        while (seen[1] && seen[1].at < at - PACE_MS) seen.shift();
        const from = seen[0];
        const rate = from && at - from.at > 1000 ? Math.max(0, (done - from.done) / ((at - from.at) / 1000)) : null;
        this.pulling = { name, done, total, rate };
      });
    } catch (error) {
      const failure = failureOf(error);
      // Who cancels knows it.
      this.pullFailure = failure.code === "model_stopped" ? null : failure;
    }
    this.pulling = null;
    await this.refresh();
  }

  async stop(): Promise<void> {
    try {
      await api.stopPulling();
    } catch (error) {
      this.pullFailure = failureOf(error);
    }
  }

  async allow(host: string): Promise<void> {
    try {
      await api.allowHost(host);
    } catch (error) {
      this.failure = failureOf(error);
    }
    await this.refresh();
  }
}

export const models = new ModelsState();
