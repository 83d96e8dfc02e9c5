import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const outdir = join(root, "dist");

// server-only throws outside a React server build, which this is the equal of.
const serverOnly = {
  name: "server-only",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^server-only$/ }, () => ({ path: "server-only", namespace: "empty" }));
    onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "" }));
  },
};

/** Bundles our own code for Node: the server, the command line, and every worker as a file of its own beside them. */
export async function bundle() {
  const workers = ["db/sqlite", "scripts/server"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".worker.ts"))
      .map((name) => `${folder}/${name}`),
  );
  const entries = ["scripts/serve.ts", "scripts/falsezero.ts", ...workers];
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((path) => ({ in: path, out: basename(path, ".ts") })),
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    conditions: ["react-server"],
    sourcemap: true,
    plugins: [serverOnly],
    write: false,
    logLevel: "warning",
  });

  // Renamed into place: a process that starts meanwhile reads the old file or the new one.
  mkdirSync(outdir, { recursive: true });
  for (const { path, contents } of outputFiles) {
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
  const made = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(outdir)) {
    if (/[.]mjs([.]map)?$/.test(name) && !made.has(name)) rmSync(join(outdir, name));
  }
}
