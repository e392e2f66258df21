// The desk: what the frame shows, asked again whenever the shell says that something changed.
import { api } from "../api";
import { failureOf } from "../contract";
import type { Changed } from "../generated/Changed";
import type { Desk } from "../generated/Desk";
import type { Failure } from "../generated/Failure";
import type { Settings } from "../generated/Settings";
import { speak } from "../i18n/index.svelte";

class DeskState {
  /** `null` until the shell has answered. */
  now = $state<Desk | null>(null);
  /** What failed and is shown until it is closed. */
  failure = $state<Failure | null>(null);
  #listeners = new Set<(what: Changed) => void>();

  /** Starts listening and asks for the first time. */
  async open(): Promise<void> {
    await api.onChanged((what) => {
      void this.refresh();
      for (const listener of this.#listeners) listener(what);
    });
    await this.refresh();
  }

  async refresh(): Promise<void> {
    try {
      this.now = await api.desk();
      this.#apply(this.now.settings);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Calls `listener` at every change, until the function returned is called. */
  onChanged(listener: (what: Changed) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async save(change: Partial<Settings>): Promise<void> {
    if (!this.now) return;
    const settings = { ...this.now.settings, ...change };
    this.now.settings = settings;
    this.#apply(settings);
    await this.try(() => api.saveSettings(settings));
  }

  /** Runs `work`; what fails is shown. */
  async try<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  fail(error: unknown): void {
    this.failure = failureOf(error);
  }

  #apply(settings: Settings): void {
    speak(settings.language);
    document.documentElement.dataset["theme"] = settings.theme ?? "system";
  }
}

export const desk = new DeskState();
