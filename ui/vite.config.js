import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// `--mode fake` takes an invented shell instead of Tauri, for looking at and testing the interface in a browser.
const fake = { "../api": "./src/api.fake.ts", "./api": "./src/api.fake.ts" };
const own = (path) => fileURLToPath(new URL(path, import.meta.url));

// The window's own web view is the only browser: WebKitGTK 2.40 and later, WebView2, WKWebView.
export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  resolve: { alias: mode === "fake" ? Object.entries(fake).map(([find, path]) => ({ find: new RegExp(`^${find.replaceAll(".", "\\.")}$`), replacement: own(path) })) : [] },
  build: { target: "safari16", modulePreload: { polyfill: false }, outDir: mode === "fake" ? "dist-fake" : "dist" },
  clearScreen: false,
}));
