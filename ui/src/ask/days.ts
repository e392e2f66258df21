// Conversations by when they last grew.
import type { ConversationRow } from "../generated/ConversationRow";

export type When = "today" | "yesterday" | "earlier";

/** Returns the groups that are not empty, the latest first. */
export function byDay(rows: ConversationRow[], now: Date): { when: When; rows: ConversationRow[] }[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const whenOf = (row: ConversationRow): When => {
    const changed = new Date(row.changed);
    return changed >= midnight ? "today" : changed >= before ? "yesterday" : "earlier";
  };
  const order: When[] = ["today", "yesterday", "earlier"];
  return order.map((when) => ({ when, rows: rows.filter((row) => whenOf(row) === when) })).filter((group) => group.rows.length > 0);
}
