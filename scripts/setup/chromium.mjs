import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root, say, stopwatch } from "./project.mjs";
import { run } from "./run.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The path of a Chromium that starts: the one named by CHROMIUM_PATH, one on PATH, Playwright's, or one installed now. */
export async function provideChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await starts(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which does not start`);
  }
  let found = await findChromium();
  for (const attempt of found ? [] : installers()) {
    const took = stopwatch();
    say(`installing Chromium for the browser tests: ${attempt.join(" ")}`);
    const { code, output } = await run("sh", ["-c", attempt.join(" ")], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (code !== 0) say(`that failed, exit code ${code}\n${output.trim().split("\n").slice(-5).join("\n")}`);
    found = await findChromium();
    if (found) {
      say(`installed Chromium in ${took()}`);
      break;
    }
  }
  if (found) return found;
  throw new Error(
    "no Chromium for the browser tests. Install one (Debian: apt-get install chromium; elsewhere: " +
      "npx playwright install --with-deps chromium), or set CHROMIUM_PATH to the one that you have.",
  );
}

async function findChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const { chromium } = await import("@playwright/test");
  const candidates = [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    chromium.executablePath(),
  ];
  for (const path of candidates) if (existsSync(path) && (await starts(path))) return path;
  return null;
}

// Ubuntu's chromium is a stub that asks for snap: being there is not enough.
async function starts(path) {
  return run(path, ["--version"]).then(
    ({ code }) => code === 0,
    () => false,
  );
}

function installers() {
  const isRoot = process.getuid?.() === 0;
  const debian = existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
  const playwright = ["node", `'${join(root, "node_modules/@playwright/test/cli.js")}'`, "install"];
  const apt = ["apt-get update && apt-get install -y --no-install-recommends chromium"];
  return [...(isRoot && debian ? [apt] : []), [...playwright, ...(isRoot ? ["--with-deps"] : []), "chromium"]];
}
