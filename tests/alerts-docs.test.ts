/** What docs/alerts.md tells receivers works to the letter. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { incidentEvents, noticeStates } from "@/lib/core/alerts/notice";
import { signNotice } from "@/lib/core/alerts/signature";
import { judgeAnswer } from "./api-document";
import { listBlocks, listDescribedNames, readDocument } from "./documents";
import { first } from "./tested-store";

const text = readDocument("docs/alerts.md");
const secret = "a secret of some length";
const body = '{"text":"سجل 🙂 é","version":1}';

function readSnippet(language: string): string {
  return first(listBlocks(text).filter((block) => block.language === language && block.note === "verify")).code;
}

/** Asks a snippet about the right body, another one, another secret, and one that was signed ten minutes ago. */
function listCases(): [string, string, string][] {
  const header = signNotice(secret, body, Date.now());
  return [
    [secret, header, body],
    [secret, header, `${body} `],
    [`${secret}!`, header, body],
    [secret, signNotice(secret, body, Date.now() - 600_000), body],
  ];
}

function run(program: string, file: string, code: string): string {
  const folder = mkdtempSync(join(tmpdir(), "falsezero-verify-"));
  try {
    writeFileSync(join(folder, file), code);
    const { stdout, stderr } = spawnSync(program, [join(folder, file), JSON.stringify(listCases())], {
      encoding: "utf8",
    });
    return stdout.trim() === "" ? stderr : stdout.trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("the Python snippet takes our signature, and no other body, secret or time", () => {
  const ask = "import json, sys\nprint([is_from_falsezero(s, h, b.encode()) for s, h, b in json.loads(sys.argv[1])])";
  expect(run("python3", "verify.py", `${readSnippet("python")}\n${ask}\n`)).toBe("[True, False, False, False]");
});

test("the JavaScript snippet does too", () => {
  const ask = "console.log(JSON.stringify(JSON.parse(process.argv[2]).map(([s, h, b]) => isFromFalsezero(s, h, b))));";
  expect(run(process.execPath, "verify.mjs", `${readSnippet("js")}\n${ask}\n`)).toBe("[true,false,false,false]");
});

test("the body that is shown is one", () => {
  const shown = first(listBlocks(text).filter(({ language }) => language === "json"));
  expect(judgeAnswer(shown.note, JSON.parse(shown.code))).toEqual([]);
});

test("every event and every state is explained", () => {
  const described = listDescribedNames(text);
  expect([...incidentEvents, "summary", "test"].filter((event) => !described.includes(event))).toEqual([]);
  const told = text + readDocument("docs/api.md");
  expect(noticeStates.filter((state) => !told.includes(`\`${state}\``))).toEqual([]);
});
