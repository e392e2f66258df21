import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The window's own web view is the only browser: WebKitGTK 2.40 and later, WebView2, WKWebView.
export default defineConfig({
  plugins: [svelte()],
  build: { target: "safari16", modulePreload: { polyfill: false } },
  clearScreen: false,
});
