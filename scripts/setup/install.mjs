import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fingerprint, readText, root, say, stopwatch } from "./project.mjs";
import { firstLines, run } from "./run.mjs";

const STAMP = "node_modules/.falsezero-installed";

const wanted = () =>
  fingerprint(["package-lock.json"], `${process.platform} ${process.arch} ${process.versions.modules}`);

export function isInstalled() {
  return readText(STAMP) === wanted() || adopt();
}

export async function install(onStart) {
  const took = stopwatch();
  say("installing packages (a minute or three the first time: the database driver may have to be compiled)");
  const stamp = wanted();
  rmSync(join(root, STAMP), { force: true });
  const env = { ...process.env, ...(await headersBesideNode()) };
  const { command, args, shell } = npm();
  // Building needs the development packages, whatever NODE_ENV says.
  const options = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, output } = await run(command, [...args, ...options], { env, shell, onStart });
  if (code !== 0) throw new Error(`npm ci failed, exit code ${code}\n${firstLines(output)}`);
  if (!driverLoads())
    throw new Error("better-sqlite3 is installed but does not load; remove node_modules and try again");
  writeFileSync(join(root, STAMP), stamp);
  say(`installed packages in ${took()}`);
}

/** Packages that someone installed by hand are as good as ours when they are the ones that the lockfile names. */
function adopt() {
  const lock = readText("package-lock.json");
  const present = readText("node_modules/.package-lock.json");
  if (lock === null || present === null) return false;
  const ours = JSON.parse(lock).packages;
  const theirs = JSON.parse(present).packages;
  const same = (name) =>
    ours[name]?.version === theirs[name]?.version && ours[name]?.integrity === theirs[name]?.integrity;
  const complete = Object.keys(ours).every(
    (name) => name === "" || same(name) || (ours[name].optional && !theirs[name]),
  );
  if (!complete || !Object.keys(theirs).every(same) || !driverLoads()) return false;
  writeFileSync(join(root, STAMP), wanted());
  return true;
}

// The driver is native: it loads only where it was made for this version of Node.
function driverLoads() {
  try {
    const Database = createRequire(join(root, "package.json"))("better-sqlite3");
    new Database(":memory:").close();
    return true;
  } catch {
    return false;
  }
}

function npm() {
  const ownPath = process.env.npm_execpath;
  if (ownPath?.endsWith("npm-cli.js")) return { command: process.execPath, args: [ownPath], shell: false };
  return { command: "npm", args: [], shell: process.platform === "win32" };
}

/** Compiling takes headers that ship beside the node binary, when there are any, instead of downloading them. */
async function headersBesideNode() {
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  const header = join(prefix, "include", "node", "node_version.h");
  if (!existsSync(header)) return {};
  const version = /#define NODE_MODULE_VERSION (\d+)/.exec(readFileSync(header, "utf8"))?.[1];
  if (version !== process.versions.modules) return {};
  const { command, args, shell } = npm();
  const { output } = await run(command, [...args, "config", "get", "nodedir"], { shell });
  return ["", "null", "undefined"].includes(output.trim()) ? { npm_config_nodedir: prefix } : {};
}
