import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Progress goes to stderr, so that a command's own output stays clean. */
export function say(line) {
  process.stderr.write(`falsezero: ${line}\n`);
}

export function stopwatch() {
  const startedAt = Date.now();
  return () => {
    const seconds = (Date.now() - startedAt) / 1000;
    return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
  };
}

export function readText(path) {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  }
}

/** One hash over the names and contents of files and folders, tests left out; what is absent counts as absent. */
export function fingerprint(paths, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const path of paths.flatMap(listFiles)) {
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest("hex");
}

const notShipped = /[.]test[.]tsx?$|^scripts[/]bench[/]|[/][.]/;

function listFiles(path) {
  let entries;
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOTDIR") return notShipped.test(path) ? [] : [path];
    if (error.code === "ENOENT") return [];
    throw error;
  }
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(inner);
      return entry.isFile() && !notShipped.test(inner) ? [inner] : [];
    });
}
