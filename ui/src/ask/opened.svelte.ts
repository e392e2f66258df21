// Whether something is what the source pane shows, so that its chip and its line can say so.
import { view } from "../state/view.svelte";

export function isOpened(at: { sha256: string; start: number; end: number }): boolean {
  const opened = view.opened;
  return opened?.sha256 === at.sha256 && opened.span?.start === at.start && opened.span.end === at.end;
}
