// The models that the test server has: real ones from files, dictated ones that only say what a test tells them, ones
// that can be fetched, and ones that claim to run elsewhere. Worded as Ollama words its list and details.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** Returns a model's full name. */
export const fullName = (name) => (name.split("/").at(-1).includes(":") ? name : `${name}:latest`);

const SIZES = { "0.5b": "494.03M", "1.5b": "1.54B" };
const sizeOf = (name) => SIZES[Object.keys(SIZES).find((size) => name.includes(size))] ?? "494.03M";

async function sha256Of(path) {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

export class Models {
  #models = new Map(); // Those that are installed.
  #fetchable = new Map();
  #digests = new Map();

  /** Takes `kind:NAME=PATH`, kinds being `chat`, `embed`, `fetch`, `dictated` and `remote`. */
  add(specification) {
    const [, kind, name, value] = /^(\w+):([^=]+)(?:=(.+))?$/.exec(specification) ?? [];
    const full = name && fullName(name);
    const model = { name: full, kind, path: value };
    const remote = value ?? "https://elsewhere.example";
    if (kind === "remote") this.#models.set(full, { ...model, path: undefined, remote });
    else if (kind === "dictated") this.#models.set(full, { ...model, path: undefined });
    else if (kind === "fetch" && value) this.#fetchable.set(full, { ...model, kind: "chat" });
    else if ((kind === "chat" || kind === "embed") && value) this.#models.set(full, model);
    else throw new Error(`no model is described by ${specification}`);
  }

  get(name) {
    return this.#models.get(fullName(name));
  }

  /** Returns a model that can be fetched, or is there. */
  fetchable(name) {
    return this.#fetchable.get(fullName(name)) ?? this.get(name);
  }

  install(model) {
    this.#models.set(model.name, model);
  }

  /** Returns a model's size in bytes and SHA-256; made up where it has no file. */
  async file(model) {
    if (!model.path) return { size: 384, digest: createHash("sha256").update(model.name).digest("hex") };
    if (!this.#digests.has(model.path)) this.#digests.set(model.path, sha256Of(model.path));
    const [{ size, mtime }, digest] = await Promise.all([stat(model.path), this.#digests.get(model.path)]);
    return { size, digest, mtime };
  }

  describe(model) {
    const family = model.kind === "dictated" ? "dictated" : "qwen2";
    return {
      parent_model: "", format: "gguf", family, families: [family],
      parameter_size: sizeOf(model.name), quantization_level: "Q4_K_M",
    };
  }

  async list() {
    const row = async (model) => {
      const { size, digest, mtime } = await this.file(model);
      const remote = model.remote ? { remote_host: model.remote, remote_model: model.name } : {};
      const modified_at = (mtime ?? new Date(0)).toISOString();
      const details = this.describe(model);
      return { name: model.name, model: model.name, ...remote, modified_at, size, digest, details };
    };
    return Promise.all([...this.#models.values()].map(row));
  }
}
