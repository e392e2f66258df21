// The invented desk. `?empty` in the address begins without a folder; `?lang=en` and `?theme=dark` choose.
import type { Api, Drag } from "../contract";
import type { Changed } from "../generated/Changed";
import type { Desk } from "../generated/Desk";
import type { Handed } from "../generated/Handed";

const query = new URLSearchParams(location.search);

export const desk: Desk = {
  version: "0.1.0",
  library: "/home/ana/.local/share/legajo/library",
  folders: query.has("empty")
    ? []
    : [
        { path: "/home/ana/Expedientes", matter: null, files: 18, reachable: true, inbox: false },
        { path: "/media/despacho/Archivo 2019", matter: "Gran Vía 14", files: 2, reachable: false, inbox: false },
      ],
  totals: { files: 14, indexed: 12, pending: 0, problem: 2, excluded: 0, unreachable: 0, pages: 61, pages_ocr: 9, passages: 410 },
  need_you: 2,
  keeping: { busy: false, paused: false, progress: null, seconds_left: null, failure: null },
  findings: query.has("findings") ? ["Scanned pages cannot be read: the Tesseract data for cat is missing from Tesseract's own place. Install it (Debian and Ubuntu: sudo apt install tesseract-ocr-cat) and sync again."] : [],
  settings: { language: query.get("lang"), theme: query.get("theme"), mode: null, model: null, import: null, ocr_languages: null },
};

const listeners = new Set<(what: Changed) => void>();
const drags = new Set<(drag: Drag) => void>();
const hands = new Set<(handed: Handed) => void>();

/** Tells the interface that something changed. */
export function changed(what: Changed): void {
  for (const listener of listeners) listener(what);
}

/** Moves invented files over the window, and hands some over; tests call these by name. */
Object.assign(globalThis, {
  fakeDrag: (drag: Drag) => drags.forEach((told) => told(drag)),
  fakeHanded: (handed: Handed) => hands.forEach((told) => told(handed)),
});

export const frame: Pick<Api, "desk" | "saveSettings" | "onChanged" | "onDrag" | "onHanded"> = {
  desk: () => Promise.resolve(structuredClone(desk)),
  saveSettings(settings) {
    desk.settings = { ...settings };
    changed("settings");
    return Promise.resolve();
  },
  onChanged(told) {
    listeners.add(told);
    return Promise.resolve(() => listeners.delete(told));
  },
  onDrag(told) {
    drags.add(told);
    return Promise.resolve(() => drags.delete(told));
  },
  onHanded(told) {
    hands.add(told);
    return Promise.resolve(() => hands.delete(told));
  },
};
