import "./setup/check-node.mjs";
import { pathToFileURL } from "node:url";
import { stopwatch } from "./setup/project.mjs";
import { run } from "./setup/run.mjs";

const FOLDERS = ["app", "components", "lib", "db", "scripts", "tests"];

const steps = [
  {
    name: "types",
    lane: 0,
    command: ["typescript/bin/tsc", "--noEmit"],
    before: ["next/dist/bin/next", "typegen"],
  },
  {
    name: "lint and format",
    lane: 1,
    command: ["@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
  },
  {
    name: "dependency rules",
    lane: 1,
    command: ["dependency-cruiser/bin/dependency-cruise.mjs", "--config", ".dependency-cruiser.cjs", ...FOLDERS],
    // A cruise that reads nothing finds nothing wrong.
    holds: (output) => Number(/[(]?(\d+) modules/.exec(output)?.[1] ?? 0) > 0,
  },
  { name: "dead code", lane: 1, command: ["knip/bin/knip.js", "--no-progress", "--treat-config-hints-as-errors"] },
];

/** Runs every check, whatever the others say, and resolves to the name and verdict of each. */
export async function check() {
  const verdicts = await Promise.all(
    [0, 1].map(async (lane) => {
      const inLane = [];
      for (const step of steps.filter((step) => step.lane === lane)) inLane.push(await judge(step));
      return inLane;
    }),
  );
  return verdicts.flat();
}

async function judge({ name, command, before, holds }) {
  const took = stopwatch();
  const node = ([script, ...args]) => run(process.execPath, [`node_modules/${script}`, ...args]);
  const prepared = before ? await node(before) : { code: 0, output: "" };
  const { code, output } = prepared.code === 0 ? await node(command) : prepared;
  const passed = code === 0 && (holds?.(output) ?? true);
  console.log(`${passed ? "✓" : "✗"} ${name} (${took()})`);
  if (!passed) console.log(output.trimEnd());
  return { name, passed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const verdicts = await check();
  process.exitCode = verdicts.every(({ passed }) => passed) ? 0 : 1;
}
