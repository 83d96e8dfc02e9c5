import "./setup/check-node.mjs";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { isInstalled } from "./setup/install.mjs";
import { readText, root, say, stopwatch } from "./setup/project.mjs";
import { getReady } from "./setup/ready.mjs";
import { plainOutput, run } from "./setup/run.mjs";
import { tallyPlaywright, tallyVitest } from "./setup/tally.mjs";

const STAGE_LIMIT_MS = 20 * 60_000;

const stages = {
  check: async () => {
    const { check } = await import("./check.mjs");
    const verdicts = await check();
    const passed = verdicts.filter((verdict) => verdict.passed).length;
    return { passed, failed: verdicts.length - passed };
  },
  unit: async () => {
    await requirePython();
    const report = "test-results/unit.json";
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    return runTests(["vitest/vitest.mjs", "run", ...reporters], report, tallyVitest);
  },
  browser: async () => {
    const { provideChromium } = await import("./setup/chromium.mjs");
    const env = { CHROMIUM_PATH: await provideChromium() };
    return runTests(["@playwright/test/cli.js", "test"], "test-results/browser.json", tallyPlaywright, env);
  },
};

const took = stopwatch();
const total = { passed: 0, failed: 0 };

try {
  const chosen = chooseStages(process.argv.slice(2));
  if (await isReady()) for (const name of chosen) await runStage(name);
} catch (error) {
  say(error.message);
  total.failed += 1;
}
say(`tested in ${took()}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

function chooseStages(args) {
  const names = Object.keys(stages);
  if (args.length === 0) return names;
  const only = /^--only=(.+)$/.exec(args[0])?.[1]?.split(",") ?? [];
  if (args.length > 1 || only.length === 0 || !only.every((name) => names.includes(name))) {
    throw new Error(`npm test takes --only=${names.join("|")} and nothing else; got ${args.join(" ")}`);
  }
  return only;
}

// A failed build still leaves most of the tests something to say; a failed installation leaves nothing.
async function isReady() {
  try {
    await getReady();
  } catch (error) {
    say(error.message);
    total.failed += 1;
  }
  return isInstalled();
}

async function runStage(name) {
  console.log(`\n── ${name} ──`);
  try {
    const { passed, failed } = await stages[name]();
    total.passed += passed;
    total.failed += failed;
  } catch (error) {
    say(`${name}: ${error.message}`);
    total.failed += 1;
  }
}

async function runTests(command, report, tally, env = {}) {
  rmSync(join(root, report), { force: true });
  const [script, ...args] = command;
  const { code } = await run(process.execPath, [`node_modules/${script}`, ...args], {
    env: { ...testEnvironment(), ...env },
    show: true,
    limitMs: STAGE_LIMIT_MS,
  });
  const text = readText(report);
  if (text === null) throw new Error(`no report, exit code ${code}`);
  const { passed, failed, skipped } = tally(JSON.parse(text));
  for (const title of skipped) say(`skipped, which counts as failed: ${title}`);
  if (passed + failed === 0) throw new Error("no test ran");
  // An error outside every test shows in the exit code only.
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

// Settings of the developer's own server stay out of the tests, and so does any proxy between them and their servers.
function testEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(FALSEZERO_|PORT$|HOST$|NODE_ENV$)/.test(name));
  return {
    ...Object.fromEntries(kept),
    ...plainOutput(),
    NO_PROXY: "127.0.0.1,localhost",
    no_proxy: "127.0.0.1,localhost",
  };
}

async function requirePython() {
  const { code } = await run("python3", ["--version"]).catch(() => ({ code: 1 }));
  if (code !== 0) throw new Error("the Python client's tests need python3 on PATH; install it and try again");
}
