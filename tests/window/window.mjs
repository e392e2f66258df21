// Drives the real window: the executable on a virtual screen, over the web view's own WebDriver.
//
// Each window has a home, a session bus, a screen and a driver of its own, and ends with all of them.
// LEGAJO_DESKTOP names the executable; `./dev test` sets it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const WAIT_MS_MAX = 60_000;
const POLL_MS = 60;
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** A session bus that starts no service: the desktop's portals would come up, fail and outlive the test. */
const BUS = `<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

/** Keys as WebDriver names them. */
export const KEY = { enter: "\uE007", escape: "\uE00C", tab: "\uE004", down: "\uE015", up: "\uE013", alt: "\uE00A", shift: "\uE008", control: "\uE009", home: "\uE011", end: "\uE010", pageDown: "\uE00F", delete: "\uE017", f2: "\uE032" };

/** Returns a port that nobody listens on. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Waits until `look` returns something true, and returns it. */
export async function until(what, look, ms = WAIT_MS_MAX) {
  const end = Date.now() + ms;
  for (let last; ; ) {
    try {
      const found = await look();
      if (found) return found;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`waited ${ms} ms for ${what}${last ? `: ${last.message}` : ""}`);
    await sleep(POLL_MS);
  }
}

const endings = new WeakMap();

/** Has `end` run when the test ends, the latest first: a window goes before the folder that it writes into. */
function atEnd(t, end) {
  if (!endings.has(t)) {
    endings.set(t, []);
    t.after(async () => {
      for (const end of endings.get(t).toReversed()) await end();
    });
  }
  endings.get(t).push(end);
}

/** A folder of its own for a test, removed when it ends. */
export async function folderFor(t) {
  const folder = await mkdtemp(join(tmpdir(), "legajo-window-"));
  atEnd(t, () => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Opens the window. `environment` is added to the process's own; `args` go to the executable. */
export async function openWindow(t, { home, environment = {}, args = [], size = [1280, 800], driverPort } = {}) {
  const binary = process.env.LEGAJO_DESKTOP;
  assert.ok(binary, "set LEGAJO_DESKTOP to the executable");
  const folder = home ?? (await folderFor(t));
  await mkdir(folder, { recursive: true });
  const bus = join(folder, "bus.conf");
  await writeFile(bus, BUS);
  const port = driverPort ?? (await freePort());
  const screen = "-screen 0 1920x1080x24 -nolisten tcp";
  const command = [`--config-file=${bus}`, "--", "xvfb-run", "-a", "-s", screen, "sh", "-c", `echo "DISPLAY=$DISPLAY XAUTHORITY=$XAUTHORITY DBUS_SESSION_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS"; exec WebKitWebDriver --port=${port} --host=127.0.0.1`];
  const own = {
    HOME: folder,
    TMPDIR: folder,
    XDG_RUNTIME_DIR: folder,
    XDG_DATA_HOME: join(folder, "data"),
    TAURI_WEBVIEW_AUTOMATION: "true",
    ...environment,
  };
  const driver = spawn("dbus-run-session", command, {
    detached: true,
    env: { ...process.env, ...own },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const display = {};
  driver.stdout.on("data", (text) => {
    for (const [, name, value] of String(text).matchAll(/(DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS)=(\S*)/g)) display[name] = value;
  });
  const window = new Window(port, driver, folder, display, own);
  atEnd(t, () => window.close());
  await until("the driver", async () => (await fetch(`http://127.0.0.1:${port}/status`)).ok);
  await window.begin(binary, args, size);
  return window;
}

/** Opens the window over a library that has `documents` for its folder, in Spanish, and waits until all is read. */
export async function withFolder(t, documents, options = {}) {
  const home = options.home ?? (await folderFor(t));
  const library = join(home, "library");
  await legajo(library, "folder", "add", documents);
  if (options.synced) await legajo(library, "sync");
  const environment = { LEGAJO_LIBRARY: library, ...options.environment };
  const window = await openWindow(t, { ...options, home, environment });
  await window.speak("es");
  if (options.wait !== false) await window.idle();
  return window;
}

/** Runs the command line beside the window's executable. */
export async function legajo(library, ...args) {
  assert.ok(process.env.LEGAJO_DESKTOP, "set LEGAJO_DESKTOP to the executable");
  const child = spawn(join(dirname(process.env.LEGAJO_DESKTOP), "legajo"), ["--library", library, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  assert.equal(code, 0, `legajo ${args.join(" ")}`);
}

export class Window {
  #base;
  #driver;
  #own;
  #session = null;

  constructor(port, driver, folder, display, own) {
    this.#base = `http://127.0.0.1:${port}`;
    this.#driver = driver;
    this.folder = folder;
    this.display = display;
    this.#own = own;
  }

  async begin(binary, args, [width, height]) {
    /** When the executable was started, by the clock of `performance`. */
    this.started = performance.now();
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { binary, args } } };
    const { sessionId } = await this.#call("POST", "/session", { capabilities });
    this.#session = `/session/${sessionId}`;
    await this.#call("POST", `${this.#session}/timeouts`, { script: WAIT_MS_MAX, pageLoad: WAIT_MS_MAX, implicit: 0 });
    await this.resize(width, height);
  }

  async #call(method, path, body) {
    const response = await fetch(this.#base + path, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  #do(method, path, body) {
    return this.#call(method, this.#session + path, body);
  }

  resize(width, height) {
    return this.#do("POST", "/window/rect", { x: 0, y: 0, width, height });
  }

  /** Runs a function in the page, with arguments that are JSON. */
  run(work, ...args) {
    return this.#do("POST", "/execute/sync", { script: `return (${work})(...arguments)`, args });
  }

  /** Runs an asynchronous function in the page. */
  async wait(work, ...args) {
    const script = `const done = arguments[arguments.length - 1];
      (${work})(...[...arguments].slice(0, -1)).then((value) => done({ value }), (error) => done({ error: JSON.stringify(error) ?? String(error) }));`;
    const { value, error } = await this.#do("POST", "/execute/async", { script, args });
    if (error) throw new Error(error);
    return value;
  }

  /** Calls the shell as the interface does. */
  invoke(command, args = {}) {
    return this.wait((command, args) => window.__TAURI_INTERNALS__.invoke(command, args), command, args);
  }

  /** Asks as the interface does, the sentences on the way unheard. */
  ask(wish) {
    return this.invoke("ask", { wish, told: "__CHANNEL__:0" });
  }

  /** Changes settings, as the settings' room does. */
  async settings(change) {
    const { settings } = await this.invoke("desk");
    await this.invoke("save_settings", { settings: { ...settings, ...change } });
  }

  /** Changes the language of the interface. */
  async speak(language) {
    await this.settings({ language });
    await until(`the window in ${language}`, () => this.run((language) => document.documentElement.lang === language, language));
  }

  /** Waits until every file has been read, and returns the desk. */
  idle(ms = WAIT_MS_MAX) {
    return until("all to be read", async () => {
      const desk = await this.invoke("desk");
      return desk.totals.files > 0 && desk.totals.pending === 0 && !desk.keeping.busy && desk;
    }, ms);
  }

  /** Returns the elements of a CSS selector whose text contains `text`. */
  async all(selector, text = "") {
    const found = await this.#do("POST", "/elements", { using: "css selector", value: selector });
    if (!text) return found;
    const texts = await Promise.all(found.map((element) => this.text(element)));
    return found.filter((_, index) => texts[index].includes(text));
  }

  /** Waits for an element. */
  find(selector, text = "", ms) {
    return until(`${selector} ${text}`, async () => (await this.all(selector, text))[0], ms);
  }

  async text(element) {
    return String(await this.run((element) => element.innerText ?? "", element));
  }

  attribute(element, name) {
    return this.#do("GET", `/element/${element[ELEMENT]}/attribute/${name}`);
  }

  async click(selector, text) {
    const element = typeof selector === "string" ? await this.find(selector, text) : selector;
    await this.#do("POST", `/element/${element[ELEMENT]}/click`, {});
    return element;
  }

  async type(selector, text) {
    const element = typeof selector === "string" ? await this.find(selector) : selector;
    await this.#do("POST", `/element/${element[ELEMENT]}/value`, { text });
  }

  /** Presses keys where the focus is; those of `held` stay down meanwhile. */
  async keys(keys, held = []) {
    const actions = [
      ...held.map((value) => ({ type: "keyDown", value })),
      ...[...keys].flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]),
      ...held.map((value) => ({ type: "keyUp", value })),
    ];
    await this.#do("POST", "/actions", { actions: [{ type: "key", id: "keys", actions }] });
  }

  /** The picture of the page, as PNG. */
  async screenshot() {
    return Buffer.from(await this.#do("GET", "/screenshot"), "base64");
  }

  /** The environment of another program on the same desk. */
  environment() {
    return { ...process.env, ...this.#own, ...this.display };
  }

  /** Ends the window; the home stays, so that it can be opened again. */
  async close() {
    if (this.#driver.exitCode !== null || this.#driver.signalCode !== null) return;
    if (this.#session) await this.#do("DELETE", "").catch(() => undefined);
    const ended = once(this.#driver, "exit");
    process.kill(-this.#driver.pid, "SIGTERM");
    await ended;
  }

  /** Kills everything at once, as a power cut would. */
  async kill() {
    const ended = once(this.#driver, "exit");
    process.kill(-this.#driver.pid, "SIGKILL");
    await ended;
  }
}
