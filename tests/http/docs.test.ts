/** The documentation's examples, run as they stand: each file's from top to bottom, on a server of its own. */
import { spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documents, listBlocks, readDocument } from "../documents";
import { type RealServer, startServer } from "../real-server";
import { program } from "./program";

const fixtures = fileURLToPath(new URL("../fixtures/nemo-gym/", import.meta.url));

/** A refused request fails the script, a stream ends by itself, and the command line is the one that was built. */
const prelude = `set -euo pipefail
curl() {
  case " $* " in
    *" -N "*) command curl --silent --show-error --fail-with-body --max-time 1 "$@" || [ $? -eq 28 ] ;;
    *) command curl --silent --show-error --fail-with-body "$@" ;;
  esac
}
npx() { [ "$1" = falsezero ] && shift && node "$PROGRAM" "$@"; }
`;

const usual = "http://127.0.0.1:6161";

interface Ending {
  readonly code: number | null;
  readonly output: string;
}

function run(command: string, script: string, folder: string, url: string): Promise<Ending> {
  const kept = Object.entries(process.env).filter(([name]) => !/^FALSEZERO_|^PORT$|_proxy$/i.test(name));
  const settings = { NODE_ENV: "production", FALSEZERO_URL: url, FALSEZERO_SPOOL: join(folder, "spool") } as const;
  const env = { ...Object.fromEntries(kept), ...settings, PROGRAM: program };
  return new Promise((resolve, reject) => {
    const child = spawn(command, ["-"], { cwd: folder, env, stdio: ["pipe", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
    child.stdin.end(script);
  });
}

const runnable = documents.flatMap((file) => {
  // Blocks with a note are parts of programs: tests/python/recipes.test.ts runs those.
  const blocks = listBlocks(readDocument(file)).filter(
    ({ language, note }) => (language === "sh" || language === "python") && note === "",
  );
  return blocks.length === 0 ? [] : [{ file, blocks }];
});

describe.each(runnable)("$file", ({ blocks }) => {
  let server: RealServer;
  let folder: string;

  beforeAll(async () => {
    server = await startServer();
    folder = await mkdtemp(join(tmpdir(), "falsezero-docs-"));
    for (const ending of ["", "_failures", "_materialized_inputs"]) {
      await cp(join(fixtures, `whole${ending}.jsonl`), join(folder, `rollouts${ending}.jsonl`));
    }
    await cp(join(fixtures, "whole_coverage.json"), join(folder, "rollouts_coverage.json"));
  });

  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(blocks)("runs the example of line $line", async ({ language, code }) => {
    const [command, head] = language === "python" ? ["python3", ""] : ["bash", prelude];
    const { code: exit, output } = await run(command, head + code.replaceAll(usual, server.url), folder, server.url);
    expect({ exit, output: exit === 0 ? "" : output }).toEqual({ exit: 0, output: "" });
    if (output.startsWith('{"run":')) expect(output).not.toMatch(/"rejected_count":[1-9]/);
  });
});

test("every guide has examples that run", () => {
  const producers = ["nemo-gym-live", "nemo-gym", "nemo-rl", "prime-rl", "rllm", "verifiers", "verl"];
  expect(runnable.map(({ file }) => file)).toEqual([
    "README.md",
    "docs/api.md",
    "docs/importing.md",
    ...producers.map((producer) => `docs/producers/${producer}.md`),
    "docs/python.md",
    "docs/search.md",
  ]);
});
