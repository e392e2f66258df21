// The only file that knows Tauri: everything that the interface asks of the shell goes through here.
import { Channel, convertFileSrc, invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";
import type { Api, Drag } from "./contract";
import type { Changed } from "./generated/Changed";
import type { Claim } from "./generated/Claim";
import type { Handed } from "./generated/Handed";
import type { Progress } from "./generated/Progress";
import type { Told } from "./generated/Told";

/** Pages are drawn by the shell behind this scheme: `legajo-page://localhost/SHA256/PAGE/SCALE`. */
const PAGES = "legajo-page";

function claims(told: (claim: Claim) => void): Channel<Told> {
  const channel = new Channel<Told>();
  channel.onmessage = (message) => told(message.claim);
  return channel;
}

function steps(told: (progress: Progress) => void): Channel<Progress> {
  const channel = new Channel<Progress>();
  channel.onmessage = told;
  return channel;
}

export const api: Api = {
  desk: () => invoke("desk"),
  saveSettings: (settings) => invoke("save_settings", { settings }),
  onChanged: (told) => listen<Changed>("changed", ({ payload }) => told(payload)),
  onDrag: (told) => listen<Drag>("drag", ({ payload }) => told(payload)),
  async onHanded(told) {
    const unlisten = await listen<Handed>("handed", ({ payload }) => told(payload));
    const waiting = await invoke<Handed | null>("take_handed");
    if (waiting) told(waiting);
    return unlisten;
  },

  ledger: () => invoke("ledger"),
  chooseFolder: () => invoke("choose_folder"),
  chooseFiles: () => invoke("choose_files"),
  addFolder: (path, matter) => invoke("add_folder", { path, matter }),
  removeFolder: (path) => invoke("remove_folder", { path }),
  addSample: () => invoke("add_sample"),
  importPaths: (paths, how) => invoke("import_paths", { paths, how }),
  exclude: (path) => invoke("exclude", { path }),
  include: (path) => invoke("include", { path }),
  readAgain: (path) => invoke("read_again", { path }),
  unlock: (path, password) => invoke("unlock", { path, password }),
  pauseKeeping: (paused) => invoke("pause_keeping", { paused }),
  rebuild: () => invoke("rebuild"),

  ask: (wish, told) => invoke("ask", { wish, told: claims(told) }),
  stopAsking: () => invoke("stop_asking"),
  conversations: () => invoke("conversations"),
  turns: (conversation) => invoke("turns", { conversation }),
  renameConversation: (conversation, title) => invoke("rename_conversation", { conversation, title }),
  deleteConversation: (conversation) => invoke("delete_conversation", { conversation }),
  copyText: (text) => navigator.clipboard.writeText(text),
  saveText: (name, text) => invoke("save_text", { name, text }),

  source: (sha256) => invoke("source", { sha256 }),
  pagePicture: (sha256, page, scale) => convertFileSrc(`${sha256}/${page}/${scale.toFixed(2)}`, PAGES).replaceAll("%2F", "/"),
  pageWords: (sha256, page) => invoke("page_words", { sha256, page }),
  boxes: (sha256, start, end) => invoke("boxes", { sha256, start, end }),
  blocks: (sha256) => invoke("blocks", { sha256 }),
  openInSystem: (path) => invoke("open_in_system", { path }),
  revealInFolder: (path) => invoke("reveal_in_folder", { path }),

  models: () => invoke("models"),
  pullModel: (name, told) => invoke("pull_model", { name, told: steps(told) }),
  stopPulling: () => invoke("stop_pulling"),
  allowHost: (host) => invoke("allow_host", { host }),
  account: () => invoke("account"),
};
