// What is open in the window: the room, and the source beside it.
import type { Citation } from "../generated/Citation";

export type Room = "ask" | "documents" | "settings";

/** A document opened at a place. Without a span it opens at its first page. */
export interface Opened {
  sha256: string;
  path: string;
  span: { start: number; end: number } | null;
  page: number | null;
  quote: string | null;
  /** Headings above the quote, for the reference that is copied with it. */
  heading: string[];
}

class View {
  room = $state<Room>("ask");
  opened = $state<Opened | null>(null);
  /** Counts every opening, so that clicking the same citation again goes to its mark again. */
  times = $state(0);
  /** Share of the window's width that the source takes, 0 to 1. */
  sourceShare = $state(0.44);
  #from: HTMLElement | null = null;

  /** Opens a citation or hit beside the answer; the focus returns to where it was when it closes. */
  openCitation(citation: Pick<Citation, "sha256" | "path" | "start" | "end" | "page" | "heading"> & { quote?: string }): void {
    this.#open({
      sha256: citation.sha256,
      path: citation.path,
      span: { start: citation.start, end: citation.end },
      page: citation.page,
      quote: citation.quote ?? null,
      heading: citation.heading,
    });
  }

  /** Opens a document at its beginning. */
  openDocument(sha256: string, path: string): void {
    this.#open({ sha256, path, span: null, page: null, quote: null, heading: [] });
  }

  close(): void {
    this.opened = null;
    if (this.#from?.isConnected) this.#from.focus();
    this.#from = null;
  }

  #open(opened: Opened): void {
    const active = document.activeElement;
    // Not from within the pane itself, which will be gone by then.
    if (active instanceof HTMLElement && active !== document.body && !active.closest("[data-pane=source]")) this.#from = active;
    this.opened = opened;
    this.times += 1;
  }
}

export const view = new View();
