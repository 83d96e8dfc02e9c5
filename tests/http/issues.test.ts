/** Failure issues over HTTP: the queue, decisions and their conflicts, merging, and the lists behind the numbers. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { parseIssueList, WireIssueList } from "@/lib/wire/issue";
import { parseIssueDetail, toWireIssueDetail, WireIssueDetail } from "@/lib/wire/issue-detail";
import { parseIssueDifference, toWireIssueDifference } from "@/lib/wire/issue-difference";
import { type RealServer, startServer } from "../real-server";
import { problemOf, Talk } from "./talk";

let server: RealServer;
let talk: Talk;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
});

function lost(step: number, reason: string, more: object = {}): object {
  return { step, reward: 0, mask_sample: true, failure_kind: "session_lost", failure_reason: reason, ...more };
}

async function listIssues(query: string): Promise<z.infer<typeof WireIssueList>> {
  return WireIssueList.parse(await talk.get(`/api/v1/issues?${query.replaceAll(" ", "+")}`));
}

async function readIssue(id: number): Promise<WireIssueDetail> {
  return WireIssueDetail.parse(await talk.get(`/api/v1/issues/${id}`));
}

/** The first issue of a list. */
async function findIssue(query: string): Promise<WireIssueDetail> {
  const [found] = (await listIssues(query)).issues;
  if (found === undefined) throw new Error(`no issue is listed for ${query}`);
  return readIssue(found.issue);
}

describe("an issue", () => {
  test("is listed with its template, and leads to its rollouts and its numbers", async () => {
    await talk.post("listed", [
      { step: 1, reward: 1 },
      lost(1, "reset: no session in 30 s"),
      lost(2, "reset: no session in 45 s"),
    ]);
    const issue = await findIssue("run=listed");
    expect(issue).toMatchObject({
      kind: "session_lost",
      parts: [
        { text: "reset: no session in ", hole: false },
        { text: "<duration>", hole: true },
      ],
      state: "open",
      standing: "new",
      count: 2,
      share: { count: 2, n: 2 },
      all_spans: [{ run: "listed", count: 2, first_step: 1, last_step: 2 }],
      series: [
        {
          run: "listed",
          split: "train",
          width: 1,
          points: [
            { from: 1, count: 1, n: 2 },
            { from: 2, n: 1 },
          ],
        },
      ],
    });
    const page = await talk.rollouts("listed", { issue: issue.issue });
    expect(page.rollouts.map(({ step, issue: of }) => [step, of])).toEqual([
      [1, issue.issue],
      [2, issue.issue],
    ]);
    expect(issue.samples.map(({ rollout }) => rollout)).toEqual(page.rollouts.map(({ rollout }) => rollout));
  });

  test("reads the same on both sides of the wire", async () => {
    const issue = await findIssue("run=listed");
    expect(toWireIssueDetail(parseIssueDetail(issue))).toEqual(issue);
    const list = await listIssues("run=listed");
    expect(parseIssueList(list).issues).toMatchObject([{ id: issue.issue, count: 2, trend: { width: 1 } }]);
    const difference = await talk.get(`/api/v1/issues/${issue.issue}/difference?run=listed`);
    expect(toWireIssueDifference(parseIssueDifference(difference))).toEqual(difference);
  });

  test("of one run is counted there alone", async () => {
    await talk.post("neighbour", [lost(9, "reset: no session in 30 s")]);
    const list = WireIssueList.parse(await talk.get("/api/v1/runs/neighbour/issues"));
    expect(list.issues).toMatchObject([{ count: 1, runs: 1, spans: [{ run: "neighbour", first_step: 9 }] }]);
    expect(list.total).toBe(1);
  });

  test("that there is not, or a run that there is not, is said so", async () => {
    const missing = { answered: 404, code: "not_found" };
    for (const path of ["/api/v1/issues/999999", "/api/v1/issues/none", "/api/v1/runs/nowhere/issues"]) {
      expect(problemOf(await talk.ask("GET", path))).toMatchObject(missing);
    }
    expect(problemOf(await talk.ask("GET", "/api/v1/issues?run=nowhere"))).toMatchObject(missing);
    const note = await talk.ask("POST", "/api/v1/issues/999999/notes", { text: "x" });
    expect(problemOf(note)).toMatchObject({ ...missing, detail: "There is no issue 999999." });
  });

  test("pages by a cursor, which no other text is", async () => {
    await talk.post(
      "paged",
      [..."abc"].map((letter) => lost(1, `cause ${letter}`)),
    );
    const first = await listIssues("run=paged&limit=2");
    const second = await listIssues(`run=paged&limit=2&cursor=${first.next}`);
    const names = [first, second].map(({ issues }) => issues.map(({ template }) => template));
    expect(names).toEqual([["cause c", "cause b"], ["cause a"]]);
    expect(second.next).toBeNull();
    const wrong = await talk.ask("GET", "/api/v1/issues?cursor=here");
    expect(problemOf(wrong)).toMatchObject({ answered: 400, code: "invalid_request", path: "cursor" });
  });
});

describe("a decision", () => {
  test("is kept, with who and until which rate, and the queue leaves it out", async () => {
    await talk.post("decided", [lost(1, "the pool is empty")]);
    const { issue, version } = await findIssue("q=pool is empty");
    const body = { version, state: "ignored", until_rate: 0.1, owner: "jo", by: "mira" };
    const reply = await talk.ask("PATCH", `/api/v1/issues/${issue}`, body);
    expect(WireIssueDetail.parse(JSON.parse(reply.text))).toMatchObject({
      state: "ignored",
      owner: "jo",
      decision: { state: "ignored", by: "mira", until_rate: 0.1 },
      history: [
        { act: "ignore", by: "mira", until_rate: 0.1 },
        { act: "own", by: "mira", owner: "jo" },
      ],
    });
    expect((await listIssues("q=pool is empty")).total).toBe(0);
    expect((await listIssues("q=pool is empty&state=all")).total).toBe(1);
    expect((await listIssues("q=JO&state=ignored")).total).toBe(1);
  });

  test("of two at once is one's, and the other is told so", async () => {
    await talk.post("raced", [lost(1, "raced for")]);
    const { issue, version } = await findIssue("q=raced for");
    const path = `/api/v1/issues/${issue}`;
    const replies = await Promise.all([
      talk.ask("PATCH", path, { version, state: "resolved", by: "mira" }),
      talk.ask("PATCH", path, { version, state: "acknowledged", by: "jo" }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = replies.find(({ status }) => status === 409);
    if (refused === undefined) throw new Error("both were taken");
    expect(problemOf(refused)).toMatchObject({
      answered: 409,
      code: "conflict",
      path: "version",
      version: version + 1,
    });
    expect((await readIssue(issue)).history).toHaveLength(1);
  });

  test("is opened again by what is seen later", async () => {
    await talk.post("again", [lost(1, "comes again")]);
    const { issue, version } = await findIssue("q=comes again");
    await talk.ask("PATCH", `/api/v1/issues/${issue}`, { version, state: "resolved", by: "mira" });
    await talk.post("again", [lost(2, "comes again")]);
    expect(await readIssue(issue)).toMatchObject({
      state: "open",
      standing: "reopened",
      decision: { state: "resolved", by: "mira" },
      reopened: { because: "seen_again", run: "again", step: 2 },
    });
  });

  test.each([
    [{ state: "resolved" }, "version"],
    [{ version: 1, state: "closed" }, "state"],
    [{ version: 1, state: "ignored", until_rate: 1 }, "until_rate"],
    [{ version: 1, state: "resolved", until_rate: 0.1 }, "until_rate"],
    [{ version: 1, colour: "red" }, ""],
  ])("that says %j is refused", async (body, path) => {
    const { issue } = await findIssue("run=listed&state=all");
    const refused = problemOf(await talk.ask("PATCH", `/api/v1/issues/${issue}`, body));
    expect(refused).toMatchObject({ answered: 400, code: "invalid_request", path });
  });
});

test("notes, merging and unmerging are kept with who did them", async () => {
  await talk.post("merged", [lost(1, "no session left"), lost(1, "no session left"), lost(2, "no sessions left")]);
  const kept = (await findIssue("q=no session left")).issue;
  const gone = (await findIssue("q=no sessions left")).issue;
  await talk.ask("POST", `/api/v1/issues/${kept}/notes`, { text: "the same pool", by: "jo" });
  const reply = await talk.ask("POST", `/api/v1/issues/${kept}/merge`, { issue: gone, by: "mira" });
  const merged = WireIssueDetail.parse(JSON.parse(reply.text));
  expect(merged).toMatchObject({
    count: 3,
    forms: 2,
    history: [
      { act: "note", text: "the same pool", by: "jo" },
      { act: "merge", from: gone, to: kept, by: "mira", templates: ["no sessions left"] },
    ],
  });
  expect(await readIssue(gone)).toMatchObject({ merged_into: kept });
  const itself = await talk.ask("POST", `/api/v1/issues/${kept}/merge`, { issue: kept });
  expect(problemOf(itself)).toMatchObject({ answered: 400, path: "issue" });
  const twice = await talk.ask("POST", `/api/v1/issues/${kept}/merge`, { issue: gone });
  expect(problemOf(twice)).toMatchObject({ answered: 409, code: "conflict" });

  const { fingerprint } = merged.all_forms[1] ?? { fingerprint: "" };
  const back = await talk.ask("POST", `/api/v1/issues/${kept}/unmerge`, { fingerprint, by: "jo" });
  expect(WireIssueDetail.parse(JSON.parse(back.text))).toMatchObject({ issue: gone, count: 1, merged_into: null });
  const only = await talk.ask("POST", `/api/v1/issues/${gone}/unmerge`, { fingerprint });
  expect(problemOf(only)).toMatchObject({ answered: 409, path: "fingerprint" });
  const absent = await talk.ask("POST", `/api/v1/issues/${kept}/unmerge`, { fingerprint: "0".repeat(32) });
  expect(problemOf(absent)).toMatchObject({ answered: 404, path: "fingerprint" });
});

test("what is different is said with its test, causes apart from symptoms", async () => {
  const on = (pool: string, turns: number) => ({ labels: { pool }, turns });
  await talk.post("different", [
    ...Array.from({ length: 20 }, () => lost(1, "only on b", on("b", 0))),
    ...Array.from({ length: 20 }, () => ({ step: 1, reward: 1, ...on("a", 6) })),
  ]);
  const { issue } = await findIssue("q=only on b");
  const found = parseIssueDifference(await talk.get(`/api/v1/issues/${issue}/difference?run=different&from=1&to=1`));
  expect(found).toMatchObject({ verdict: "separates", failing: 20, others: 20, baseline: "range" });
  expect(found.causes.map(({ attribute, top, separates }) => [attribute, top.value, separates])).toEqual([
    ["label.pool", "b", true],
  ]);
  expect(found.numbers).toMatchObject([{ attribute: "turns", role: "symptom", d: 1, separates: true }]);
  const wrong = await talk.ask("GET", `/api/v1/issues/${issue}/difference?run=different&from=2&to=1`);
  expect(problemOf(wrong)).toMatchObject({ answered: 400, path: "from" });
});

test("suspected false zeros are a list, each with the rule that says so", async () => {
  await talk.post("suspects", [
    { step: 1, reward: 0, output_tokens: 0 },
    { step: 1, reward: 0, output_tokens: 12 },
    { step: 1, reward: 0, output_tokens: 0, failure_reason: "empty_final_answer" },
  ]);
  const { rollouts, total } = await talk.rollouts("suspects", { suspected: "true" });
  expect(total).toBe(1);
  expect(rollouts).toMatchObject([{ suspected_false_zero: true, emptiness: "output_tokens_zero", outcome: "scored" }]);
});
