// A browser for the tests of the interface: WebKitGTK's own MiniBrowser, driven over W3C WebDriver by plain
// fetch, on a virtual screen of its own. The interface comes from ui/dist-fake (`npx vite build --mode fake`)
// by a small server that sends the product's content security policy.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../window/window.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const dist = join(root, "ui/dist-fake");
const WAIT_MS_MAX = 10_000;
const START_MS_MAX = 30_000;
const POLL_MS = 50;
const TYPES = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml" };
/** WebDriver's name for an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** WebDriver's code points of keys that write nothing. */
export const KEY = {
  enter: "\uE007", shift: "\uE008", control: "\uE009", escape: "\uE00C", space: " ", pageUp: "\uE00E", pageDown: "\uE00F",
  end: "\uE010", home: "\uE011", left: "\uE012", up: "\uE013", right: "\uE014", down: "\uE015", tab: "\uE004", alt: "\uE00A",
};

/** Finds MiniBrowser, which Debian keeps beside the web view's own processes. */
function miniBrowser() {
  const lib = "/usr/lib";
  const places = readdirSync(lib).filter((name) => name.includes("-linux-")).map((name) => join(lib, name, "webkit2gtk-4.1/MiniBrowser"));
  return places.find((path) => existsSync(path));
}

function onPath(program) {
  return (process.env.PATH ?? "").split(":").some((place) => existsSync(join(place, program)));
}

/** Says what is missing for these tests; `false` when nothing is, as `skip` of node:test wants it. */
export function missing() {
  if (!miniBrowser()) return "MiniBrowser of WebKitGTK is not installed (Debian: libwebkit2gtk-4.1-0)";
  const program = ["WebKitWebDriver", "Xvfb"].find((name) => !onPath(name));
  if (program) return `${program} is not installed (Debian: webkit2gtk-driver, xvfb)`;
  if (!existsSync(join(dist, "index.html"))) return "ui/dist-fake is not built (cd ui && npx vite build --mode fake)";
  return false;
}

/** Returns the policy that the product's window has, with what the invented shell does not need left as it is. */
async function policy() {
  const { app } = JSON.parse(await readFile(join(root, "tauri.conf.json"), "utf8"));
  return Object.entries(app.security.csp).map(([name, value]) => `${name} ${value}`).join("; ");
}

async function serve() {
  const csp = await policy();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const file = join(dist, normalize(path === "/" ? "/index.html" : path));
    try {
      const body = await readFile(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-security-policy": csp });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Starts a virtual screen and the driver. Both end with {@link stop}. */
async function startDriver(folder) {
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1920x1080x24", "-nolisten", "tcp"], { stdio: ["ignore", "pipe", "ignore"] });
  const [display] = await once(screen.stdout, "data");
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    detached: true,
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, HOME: folder, XDG_RUNTIME_DIR: folder, GDK_BACKEND: "x11", WEBKIT_DISABLE_DMABUF_RENDERER: "1" },
    stdio: "ignore",
  });
  return { screen, driver, address: `http://127.0.0.1:${port}` };
}

async function stop(process_, group = false) {
  if (process_.exitCode !== null || process_.signalCode !== null) return;
  const ended = once(process_, "exit");
  if (group) process.kill(-process_.pid, "SIGTERM");
  else process_.kill("SIGTERM");
  await ended;
}

/** Waits until `ask` returns something true, and returns that. */
export async function until(ask, what, wait_ms_max = WAIT_MS_MAX) {
  const end = Date.now() + wait_ms_max;
  for (;;) {
    const found = await ask();
    if (found) return found;
    assert.ok(Date.now() < end, `${what}: not within ${wait_ms_max} ms`);
    await sleep(POLL_MS);
  }
}

/** A window of the browser with the interface in it. */
class Browser {
  constructor(address, session, origin) {
    this.session = `${address}/session/${session}`;
    this.origin = origin;
  }

  async call(method, path, body) {
    const response = await fetch(this.session + path, { method, body: body === undefined ? null : JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  /** Opens the interface with a query, such as `many&lang=es`, and waits for its bar. */
  async open(query = "") {
    await this.call("POST", "/url", { url: `${this.origin}/?${query}` });
    await this.see("header");
  }

  /** Runs the body of a function in the page and returns what it returns. */
  run(script, ...args) {
    return this.call("POST", "/execute/sync", { script, args });
  }

  runAsync(script, ...args) {
    return this.call("POST", "/execute/async", { script, args });
  }

  async find(selector) {
    try {
      const found = await this.call("POST", "/elements", { using: "css selector", value: selector });
      return found[0]?.[ELEMENT];
    } catch (error) {
      // The page redrew it between finding and naming it.
      if (String(error).includes("stale element")) return undefined;
      throw error;
    }
  }

  /** Waits for an element and returns it. */
  see(selector) {
    return until(() => this.find(selector), selector);
  }

  async gone(selector) {
    await until(async () => !(await this.find(selector)), `${selector} goes away`);
  }

  /** Waits for a button, link or label with exactly this text or accessible name, and clicks it. */
  async click(name) {
    await until(
      () =>
        this.run(
          `const named = [...document.querySelectorAll("button, label, summary, a")].find((one) =>
             one.checkVisibility() && !one.disabled && (one.innerText.trim().replace(/\\s+/g, " ") === arguments[0] || one.getAttribute("aria-label") === arguments[0]));
           named?.click();
           return Boolean(named);`,
          name,
        ),
      `a button "${name}"`,
    );
  }

  async clickOn(selector) {
    await this.call("POST", `/element/${await this.see(selector)}/click`, {});
  }

  async type(selector, text) {
    await this.call("POST", `/element/${await this.see(selector)}/value`, { text });
  }

  /** Presses keys one after the other; one that holds others down is given as an array, such as `[KEY.shift, KEY.tab]`. */
  async press(...keys) {
    const actions = keys.flatMap((key) => {
      const chord = [key].flat();
      return [...chord.map((value) => ({ type: "keyDown", value })), ...chord.toReversed().map((value) => ({ type: "keyUp", value }))];
    });
    await this.call("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  text(selector) {
    return this.run("return document.querySelector(arguments[0])?.innerText ?? null", selector);
  }

  async size(width, height) {
    await this.call("POST", "/window/rect", { x: 0, y: 0, width, height });
  }

  async picture(file) {
    // A picture waits for the next frame, and a page at rest has none.
    await this.run("const turn = (count) => { document.documentElement.style.opacity = count % 2 ? '' : '0.999'; if (count > 0) requestAnimationFrame(() => turn(count - 1)); }; turn(121);");
    await writeFile(file, Buffer.from(await this.call("GET", "/screenshot"), "base64"));
  }

  /** Returns axe's serious and critical violations of what is shown now, one line each. */
  async violations() {
    const axe = await readFile(join(root, "ui/node_modules/axe-core/axe.min.js"), "utf8");
    await this.run(`if (!globalThis.axe) { ${axe} }`);
    const found = await this.runAsync(
      `const done = arguments[arguments.length - 1];
       axe.run(document, { resultTypes: ["violations"] }).then(
         ({ violations }) => done(violations.filter(({ impact }) => impact === "serious" || impact === "critical")
           .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 200) + " -- " + failureSummary).join(" | "))),
         (error) => done([String(error)]));`,
    );
    return found;
  }
}

/** Opens a browser; `close` ends it with all that was started for it. */
export async function openBrowser() {
  const folder = await mkdtemp(join(tmpdir(), "legajo-ui-"));
  const server = await serve();
  const { screen, driver, address } = await startDriver(folder);
  const close = async () => {
    await fetch(browser?.session ?? address, { method: "DELETE" }).catch(() => undefined);
    await stop(driver, true);
    await stop(screen);
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  let browser;
  try {
    const options = { binary: miniBrowser(), args: ["--automation"] };
    await until(() => fetch(`${address}/status`).then((response) => response.ok, () => false), "the driver", START_MS_MAX);
    const body = JSON.stringify({ capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } } });
    const response = await fetch(`${address}/session`, { method: "POST", body });
    const { value } = await response.json();
    assert.ok(response.ok, `no session: ${JSON.stringify(value)}`);
    browser = new Browser(address, value.sessionId, `http://127.0.0.1:${server.address().port}`);
    await browser.call("POST", "/timeouts", { pageLoad: WAIT_MS_MAX, script: START_MS_MAX });
    // The first page takes a process of its own, and a page of the network right away has been seen to wait for it for ever.
    await browser.call("POST", "/url", { url: "about:blank" });
    await browser.size(1280, 800);
  } catch (error) {
    await close();
    throw error;
  }
  return { browser, close };
}
