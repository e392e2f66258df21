// An invented model server. `?noollama` has none, `?nomodel` one without models, `?host` one on another machine.
import type { Api } from "../contract";
import type { Models } from "../generated/Models";
import { changed } from "./frame";

type Part = Pick<Api, "models" | "pullModel" | "stopPulling" | "allowHost" | "account">;

const query = new URLSearchParams(location.search);
const GB = 1_000_000_000;

const state: Models = {
  address: "127.0.0.1:11434",
  failure: query.has("noollama") ? { code: "model_not_running", message: "Ollama does not answer on 127.0.0.1:11434.", detail: "connection refused" } : null,
  installed:
    query.has("noollama") || query.has("nomodel")
      ? []
      : [
          { name: "qwen3:8b", bytes: 5.2 * GB, parameters_billion: 8.2, quantisation: "Q4_K_M", fits: true, skill: "compose" },
          { name: "qwen3:4b", bytes: 2.6 * GB, parameters_billion: 4, quantisation: "Q4_K_M", fits: true, skill: "select" },
          { name: "llama3.3:70b", bytes: 42.5 * GB, parameters_billion: 70.6, quantisation: "Q4_K_M", fits: false, skill: "compose" },
          { name: "smollm2:360m", bytes: 0.7 * GB, parameters_billion: 0.4, quantisation: "F16", fits: null, skill: null },
        ],
  chosen: query.has("noollama") || query.has("nomodel") ? null : "qwen3:8b",
  recommended: { name: "qwen3:8b", bytes: 5.2 * GB, memory_bytes: 7.1 * GB },
  memory_bytes: 11.4 * GB,
  to_confirm: query.has("host") ? "servidor.bufete.local:11434" : null,
  allowed: null,
};

let stopped = false;

async function pull(name: string, told: Parameters<Api["pullModel"]>[1]): Promise<void> {
  const total = 5.2 * GB;
  stopped = false;
  // `?slow` keeps the download on the screen for as long as one looks.
  const steps = query.has("slow") ? 4000 : 40;
  for (let step = 0; step <= steps; step += 1) {
    if (stopped) throw { code: "model_stopped", message: "Stopped.", detail: "" };
    told({ done: Math.round((total * step) / steps), total, current: name, stage: "pull" });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  state.installed = [{ name, bytes: total, parameters_billion: 8.2, quantisation: "Q4_K_M", fits: true, skill: "compose" }];
  state.chosen = name;
}

export const models: Part = {
  models: () => Promise.resolve(structuredClone(state)),
  pullModel: pull,
  stopPulling() {
    stopped = true;
    return Promise.resolve();
  },
  allowHost(host) {
    state.allowed = host || null;
    state.to_confirm = host ? null : "servidor.bufete.local:11434";
    state.address = host || "127.0.0.1:11434";
    changed("settings");
    return Promise.resolve();
  },
  account: () =>
    Promise.resolve({
      requests_outside: state.allowed ? 3 : 0,
      since: "2026-03-03T09:12:00Z",
      database_bytes: 212_300_000,
      vectors_bytes: 41_700_000,
      inbox_bytes: 8_450_000,
      embedder: "multilingual-e5-small",
      licences: "Legajo: MIT OR Apache-2.0\n\n" + Array.from({ length: 60 }, (_, index) => `library-${index} 1.${index}.0\nMIT\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software…\n`).join("\n"),
    }),
};
