/**
 * `npm run try:nemo-gym [-- PYTHON]`: the real nemo-gym from the package index against a server of ours.
 *
 * It installs nemo-gym into a virtual environment of its own (or takes a Python that has it), starts a resources server
 * by its command line, with the middleware in front, makes 300 calls of /verify, collects 300 rollouts by its command
 * line with a model of ours, imports the files that it writes, and compares the counts of all three with those that
 * were worked out by hand. Needs built bundles (`npm start` or `npm test` made them), Python 3.12 or newer, and some
 * five minutes. No part of the tests: those may not depend on another package index.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { startFalsezero } from "../bench/server-process";
import { expected, listTasks, liveKinds, repeats, statusOf, toVerifyRequest } from "./asked-tasks";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "falsezero-nemo-gym-"));
const children: ChildProcess[] = [];
const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${text}`);

/** Runs a command to its end. Nothing waits for it in one piece: who prints meanwhile has to be read. */
async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder, env, maxBuffer: 1e9, timeout: 600_000 });
  return stdout;
}

/** A Python with nemo-gym: the one that was told, or one in an environment made here. */
async function findPython(told: string | undefined): Promise<string> {
  if (told !== undefined) return told;
  const versions = ["python3.14", "python3.13", "python3.12"];
  const answers = await Promise.allSettled(versions.map((name) => run(name, ["--version"])));
  const python = versions[answers.findIndex(({ status }) => status === "fulfilled")];
  if (python === undefined) throw new Error(`none of ${versions.join(", ")} is here; nemo-gym needs one of them`);
  say(`installing nemo-gym for ${python}`);
  await run(python, ["-m", "venv", "venv"]);
  const inside = join(folder, "venv/bin/python");
  // Its sources run on an older patch version than it declares.
  await run(inside, ["-m", "pip", "install", "--quiet", "--ignore-requires-python", "nemo-gym"]);
  return inside;
}

function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv, ready: RegExp): Promise<string> {
  // A group of its own: the servers it starts end with it.
  const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  children.push(child);
  let output = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (ready.test(output)) setTimeout(() => resolve(output), 500);
      });
    }
    child.once("exit", (code) => reject(new Error(`${command} ended with ${code}:\n${output.slice(-4_000)}`)));
    setTimeout(() => reject(new Error(`${command} was not ready in time:\n${output.slice(-4_000)}`)), 180_000).unref();
  });
}

const Step = z.object({
  step: z.number(),
  ...Object.fromEntries(
    ["expected", "received", "scored", "degraded", "masked", "unscored", "failed", "omitted", "unknown"].map((name) => [
      name,
      z.number(),
    ]),
  ),
  reward: z.object({ evidence: z.object({ mean: z.number().nullable() }) }),
  kinds: z.record(z.string(), z.object({ count: z.number() })),
});
const Steps = z.object({ steps: z.array(z.looseObject(Step.shape)) });

async function readStep(url: string, name: string, step: number) {
  const answer = await fetch(`${url}/api/v1/runs/${name}/steps`);
  if (!answer.ok) return null;
  return Steps.parse(await answer.json()).steps.find((one) => one.step === step) ?? null;
}

let wrong = 0;

/** Prints what a step counts, and whether it is what it should be. */
async function compare(url: string, title: string, name: string, step: number): Promise<void> {
  let found = await readStep(url, name, step);
  for (let tries = 0; tries < 40 && found?.["received"] !== expected.received; tries++) {
    await sleep(250);
    found = await readStep(url, name, step);
  }
  if (found === null) throw new Error(`run ${name} has no step ${step}`);
  const counts: Record<string, unknown> = { ...found, evidence_mean: found.reward.evidence.mean };
  const off = Object.entries(expected).filter(([field, value]) => counts[field] !== value);
  const kinds = Object.fromEntries(Object.entries(found.kinds).map(([kind, { count }]) => [kind, count]));
  say(
    `${title}: ${Object.keys(expected)
      .map((field) => `${field} ${counts[field]}`)
      .join(", ")}`,
  );
  say(`  kinds ${JSON.stringify(kinds)}`);
  const isLive = name === "live";
  const hasKinds =
    !isLive || JSON.stringify(Object.entries(kinds).sort()) === JSON.stringify(Object.entries(liveKinds).sort());
  if (off.length === 0 && hasKinds) return;
  wrong++;
  say(
    `  NOT AS EXPECTED: ${JSON.stringify({ ...Object.fromEntries(off), ...(hasKinds ? {} : { kinds: liveKinds }) })}`,
  );
}

async function verifyDirectly(url: string, step: number): Promise<void> {
  const calls = listTasks(step).flatMap((task, taskIndex) =>
    Array.from({ length: repeats }, (_, rolloutIndex) => ({ task, taskIndex, rolloutIndex })),
  );
  for (let from = 0; from < calls.length; from += 20) {
    await Promise.all(
      calls.slice(from, from + 20).map(async ({ task, taskIndex, rolloutIndex }) => {
        const body = JSON.stringify(toVerifyRequest(task, taskIndex, rolloutIndex));
        const headers = { "content-type": "application/json" };
        const answer = await fetch(`${url}/verify`, { method: "POST", headers, body });
        if (answer.status !== statusOf(task))
          throw new Error(`${task.wanted}: ${answer.status} ${await answer.text()}`);
      }),
    );
  }
}

async function main(): Promise<void> {
  const python = await findPython(process.argv[2]);
  const gym = join(python, "../gym");
  const version = await run(python, ["-c", "import importlib.metadata as m; print(m.version('nemo-gym'))"]);
  say(`nemo-gym ${version.trim()}`);
  const falsezero = await startFalsezero();
  try {
    cpSync(join(root, "scripts/try/nemo-gym"), folder, { recursive: true });
    cpSync(join(root, "public/falsezero.py"), join(folder, "falsezero.py"));
    for (const name of [
      "resources_servers/odd_answers",
      "responses_api_agents/simple_agent",
      "responses_api_models/openai_model",
      "environment_servers/legacy_agent",
    ]) {
      mkdirSync(join(folder, "venvs", name), { recursive: true });
      symlinkSync(join(python, "../.."), join(folder, "venvs", name, ".venv"));
    }
    writeFileSync(
      join(folder, "tasks.jsonl"),
      listTasks(62)
        .map(({ row }) => `${JSON.stringify(row)}\n`)
        .join(""),
    );
    const env = {
      ...process.env,
      FALSEZERO_URL: falsezero.url,
      FALSEZERO_SPOOL: join(folder, "spool"),
      PYTHONPATH: folder,
      RAY_USAGE_STATS_ENABLED: "0",
    };
    const model = await start("python3", ["stub_model.py"], env, /is at http/);
    const modelUrl = /http:\S+/.exec(model)?.[0] ?? "";
    say("starting its servers");
    const config = "resources_servers/odd_answers/configs/odd_answers.yaml";
    const venvs = [`+uv_venv_dir=${folder}/venvs`, "+skip_venv_if_present=true"];
    const models = ["--model-type", "openai_model", "--model", "stub", "--model-url", `${modelUrl}/v1`];
    const args = ["env", "start", "--config", config, ...models, "--model-api-key", "none", ...venvs];
    const started = await start(gym, args, env, /policy_model[\s\S]*'url': 'http[^}]*}\s*#{20}/);
    const verifyUrl = /'name': 'odd_answers',[^}]*'url': '([^']+)'/.exec(started)?.[1] ?? "";

    say("300 calls of /verify");
    await verifyDirectly(verifyUrl, 61);
    await compare(falsezero.url, "live, step 61", "live", 61);

    say("a rollout collection by its command line");
    const collect = ["eval", "run", "--no-serve", "--agent", "odd_answers_simple_agent", "--input", "tasks.jsonl"];
    const output = ["--output", "out/rollouts.jsonl", "--num-repeats", String(repeats), "--concurrency", "16"];
    await run(gym, [...collect, ...output, "--no-health-check", "+route_failures_to_sidecar=true"], env);
    await compare(falsezero.url, "live, step 62", "live", 62);

    const program = join(root, "dist/falsezero.mjs");
    say((await run(process.execPath, [program, "import", "out", "--run", "imported", "--step", "62"], env)).trim());
    await compare(falsezero.url, "imported, step 62", "imported", 62);
  } finally {
    for (const { pid } of children) {
      try {
        process.kill(-(pid ?? 0), "SIGTERM");
      } catch {
        // It has ended by itself.
      }
    }
    await sleep(3_000);
    await falsezero.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
say(wrong === 0 ? "every count is as it should be" : `${wrong} are not as they should be`);
process.exit(wrong === 0 ? 0 : 1);
