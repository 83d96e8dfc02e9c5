import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exclusively } from "./exclusively.mjs";
import { install, isInstalled } from "./install.mjs";
import { fingerprint, readText, root, say, stopwatch } from "./project.mjs";
import { firstLines, plainOutput, run } from "./run.mjs";

const CODE = ["lib", "db", "scripts", "tsconfig.json", "package.json", "package-lock.json"];
const PAGES = ["app", "components", "public", "next.config.ts", "postcss.config.mjs"];

const bundles = {
  stamp: "dist/built",
  sources: () => fingerprint(CODE),
  present: () => existsSync(join(root, "dist/falsezero.mjs")),
  make: async () => {
    const { bundle } = await import("../build.mjs");
    await bundle();
  },
};

const pages = {
  stamp: ".next/built",
  sources: () => fingerprint([...CODE, ...PAGES]),
  present: () => existsSync(join(root, ".next/BUILD_ID")),
  make: async (onStart) => {
    const next = join(root, "node_modules/next/dist/bin/next");
    const { code, output } = await run(process.execPath, [next, "build"], { env: buildEnvironment(), onStart });
    if (code !== 0) throw new Error(`next build failed, exit code ${code}\n${firstLines(output)}`);
  },
};

/** Installs and builds whatever is not current; says so when nothing had to be done. */
export async function getReady() {
  if (isInstalled() && isCurrent(bundles) && isCurrent(pages)) return say("nothing changed since the last build");
  await exclusively(async (onStart) => {
    if (!isInstalled()) await install(onStart);
    await build("the server and the command line", bundles, onStart);
    await build("the pages", pages, onStart);
  });
}

/** What the command line needs: its packages, and bundles of today's sources. */
export async function getCommandLineReady() {
  if (!existsSync(join(root, "node_modules/better-sqlite3"))) {
    say("its packages are not installed yet. Run `npm start` in the project folder, or `npm ci` to install only.");
    process.exit(1);
  }
  if (!isCurrent(bundles)) await exclusively((onStart) => build("the command line", bundles, onStart));
}

const isCurrent = (part) => part.present() && readText(part.stamp) === part.sources();

// The stamp goes first and comes last, so that an interrupted build counts as none.
async function build(name, part, onStart) {
  if (isCurrent(part)) return;
  const took = stopwatch();
  say(`building ${name}`);
  const sources = part.sources();
  rmSync(join(root, part.stamp), { force: true });
  await part.make(onStart);
  writeFileSync(join(root, part.stamp), sources);
  say(`built ${name} in ${took()}`);
}

// A build is the same whatever the settings of the server that it is for.
function buildEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(FALSEZERO_|PORT$|HOST$|NODE_ENV$)/.test(name));
  return { ...Object.fromEntries(kept), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...plainOutput() };
}
