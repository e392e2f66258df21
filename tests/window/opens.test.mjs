// The real window, under a virtual screen: the executable starts, its page is drawn, and it goes on
// running until it is closed. What stands on the screen is read from Xvfb's own frame buffer, so no
// further program is needed.
//
// LEGAJO_DESKTOP names the executable; `./dev test` sets it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

const WAIT_MS_MAX = 60_000;
const POLL_MS = 250;
/** `--paper` and `--accent` of ui/src/app.css, in its light form: only the app's own page has both. */
const PAPER = 0xf7f4ec;
const ACCENT = 0xa3242f;
const PAPER_SHARE_MIN = 0.5;
const ACCENT_PIXELS_MIN = 200;

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

/** Counts the pixels of each colour in an XWD picture of 24-bit depth, as Xvfb keeps its screen. */
function coloursOf(xwd) {
  const [headerBytes, , , , width, height] = Array.from({ length: 6 }, (_, index) => xwd.readUInt32BE(4 * index));
  const rowBytes = xwd.readUInt32BE(4 * 12);
  const first = headerBytes + 12 * xwd.readUInt32BE(4 * 19);
  const counts = new Map();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = xwd.readUInt32LE(first + y * rowBytes + 4 * x) & 0xffffff;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  return { counts, pixels: width * height };
}

/** Returns whether the app's page is on the screen. */
async function isDrawn(screen) {
  const xwd = await readFile(screen).catch(() => Buffer.alloc(0));
  if (xwd.length < 100) return false;
  const { counts, pixels } = coloursOf(xwd);
  return (counts.get(PAPER) ?? 0) > PAPER_SHARE_MIN * pixels && (counts.get(ACCENT) ?? 0) > ACCENT_PIXELS_MIN;
}

/** Starts the executable on a screen of its own, in a home of its own and a group that ends as one. */
async function start(executable, folder) {
  const bus = join(folder, "bus.conf");
  await writeFile(bus, BUS);
  const screen = `-screen 0 1280x900x24 -nolisten tcp -fbdir ${folder}`;
  const run = [`--config-file=${bus}`, "--", "xvfb-run", "-a", "-s", screen, executable];
  return spawn("dbus-run-session", run, {
    detached: true,
    env: { ...process.env, HOME: folder, TMPDIR: folder, XDG_RUNTIME_DIR: folder },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/** Ends the executable with all that it started, and waits for it. */
async function stop(app) {
  if (app.exitCode !== null || app.signalCode !== null) return;
  const ended = once(app, "exit");
  process.kill(-app.pid, "SIGTERM");
  await ended;
}

test("the window opens, shows its page and stays", async (t) => {
  const executable = process.env.LEGAJO_DESKTOP;
  assert.ok(executable, "set LEGAJO_DESKTOP to the executable");
  const folder = await mkdtemp(join(tmpdir(), "legajo-window-"));
  const app = await start(executable, folder);
  t.after(async () => {
    await stop(app);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const until = Date.now() + WAIT_MS_MAX;
  while (!(await isDrawn(join(folder, "Xvfb_screen0")))) {
    assert.equal(app.exitCode, null, "the executable ended before its page was drawn");
    assert.ok(Date.now() < until, `no page was drawn within ${WAIT_MS_MAX} ms`);
    await sleep(POLL_MS);
  }
  await sleep(1000);
  assert.equal(app.exitCode, null, "the executable ended by itself");
});
