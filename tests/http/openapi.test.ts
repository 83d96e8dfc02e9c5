/** The document's examples, played against the server: its answers are what the document says. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProblemCode } from "@/lib/core/errors";
import * as note from "@/lib/wire/openapi/annotation-examples";
import * as issue from "@/lib/wire/openapi/issue-examples";
import { problemExamples } from "@/lib/wire/openapi/problem-examples";
import { nemoGymRow, receipt, rolloutDetail, rolloutPage, rows, solved } from "@/lib/wire/openapi/rollout-examples";
import * as example from "@/lib/wire/openapi/run-examples";
import { judgeAnswer, listOperations } from "../api-document";
import { type RealServer, startServer } from "../real-server";

let server: RealServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await server.stop();
});

function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const type = { "content-type": "application/json" };
  const sent = body === undefined ? { headers } : { headers: { ...type, ...headers }, body: JSON.stringify(body) };
  return fetch(`${server.url}${path}`, { method, ...sent });
}

/** Times and revisions are the server's own. */
function withoutTimes(value: unknown): unknown {
  const text = JSON.stringify(value);
  return JSON.parse(text.replace(/"\d{4}-[\d:.TZ-]+"/g, '"time"').replace(/"revision":"[\d.]+"/g, '"revision":"…"'));
}

async function answerTo(name: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await ask(method, path, body);
  const answer: unknown = await response.json();
  expect({ path, status: response.status, errors: judgeAnswer(name, answer) }).toEqual({
    path,
    status: 200,
    errors: [],
  });
  return answer;
}

const run = "/api/v1/runs/browser-7";

describe("the document's story", () => {
  const story: [name: string, method: string, path: string, body: unknown, answer: unknown][] = [
    ["Run", "PUT", run, example.runPatch, example.newRun],
    ["StepDeclared", "PUT", `${run}/steps/61`, example.stepPut, { run: "browser-7", step: 61 }],
    ["Receipt", "POST", `${run}/rollouts`, rows, receipt],
    ["StepList", "GET", `${run}/steps`, undefined, example.stepList],
    ["BucketList", "GET", `${run}/steps?resolution=100`, undefined, example.bucketList],
    ["RunDetail", "GET", run, undefined, example.runDetail],
    ["RunList", "GET", "/api/v1/runs", undefined, example.runList],
    ["RolloutPage", "GET", `${run}/rollouts?kind=session_lost`, undefined, rolloutPage],
    ["RolloutDetail", "GET", "/api/v1/rollouts/2", undefined, rolloutDetail],
    ["IssueList", "GET", "/api/v1/issues?kind=session_lost", undefined, issue.issueList],
    ["IssueList", "GET", `${run}/issues?kind=session_lost`, undefined, issue.issueList],
    ["IssueDetail", "GET", "/api/v1/issues/1", undefined, issue.issueDetail],
    ["IssueDifference", "GET", "/api/v1/issues/1/difference?run=browser-7", undefined, issue.issueDifference],
    ["IssueDifference", "GET", `${run}/difference?kind=session_lost&from=61&to=61`, undefined, issue.issueDifference],
    ["IssueDetail", "PATCH", "/api/v1/issues/1", issue.issuePatch, issue.patchedIssue],
    ["Annotation", "POST", `${run}/annotations`, note.annotationPost, note.annotation],
    ["Annotations", "GET", `${run}/annotations`, undefined, note.annotations],
    ["Annotation", "PATCH", `${run}/annotations/1`, note.annotationPatch, note.changedAnnotation],
    ["AnnotationHistory", "GET", `${run}/annotations/1`, undefined, note.annotationHistory],
    ["Annotation", "DELETE", `${run}/annotations/1?version=2&by=ada`, undefined, note.removedAnnotation],
    ["CountsKept", "POST", `${run}/producer-counts`, example.producerCountsPost, { run: "browser-7", counts: 4 }],
    ["SegmentNamed", "POST", `${run}/segments`, example.segmentPost, { run: "browser-7", segment: "resume-2" }],
    ["RunFinished", "POST", `${run}/finish`, example.finishPost, { run: "browser-7", state: "stopped" }],
  ];

  test("is what the server answers, word for word", async () => {
    for (const [name, method, path, body, expected] of story) {
      expect(withoutTimes(await answerTo(name, method, path, body))).toEqual(withoutTimes(expected));
    }
  });

  test("goes on in answers that have no example, or change with the server", async () => {
    await answerTo("Snapshot", "GET", `${run}/snapshot`);
    await answerTo("RunDetail", "GET", run);
    await answerTo("Health", "GET", "/api/health");
    await answerTo("DemoPlayed", "POST", "/api/v1/demo", example.demoPost);
    const taken = await answerTo("Receipt", "POST", `${run}/rollouts?step=61`, nemoGymRow);
    expect(taken).toMatchObject({ inserted: 1, rejected_count: 0 });
  });

  test("is told live in the events that the document names", async () => {
    expect(await readEvents(`${run}/events?since=1.0`, 2)).toEqual(["hello HelloEvent", "steps StepsEvent"]);
    expect(await readEvents(`${run}/events?since=1.0&resolution=100`, 2)).toEqual([
      "hello HelloEvent",
      "buckets Frame",
    ]);
    expect(await readEvents(`${run}/events?since=9.9`, 2)).toEqual(["hello HelloEvent", "reset ResetEvent"]);
    expect(await readEvents("/api/v1/events?run=browser-7&since=1.0", 2)).toEqual(["hello", "runs RunList"]);
  });

  test("ends", async () => {
    expect(await answerTo("RolloutDeleted", "DELETE", "/api/v1/rollouts/2")).toEqual({ rollout: 2, deleted: true });
    expect(await answerTo("RunDeleted", "DELETE", run)).toEqual({ run: "browser-7", deleted: true });
  });
});

const schemaOfEvent = new Map([
  ["hello", "HelloEvent"],
  ["steps", "StepsEvent"],
  ["buckets", "Frame"],
  ["reset", "ResetEvent"],
  ["runs", "RunList"],
]);

/** The first events of a stream, each with the schema that its data has to fit. */
async function readEvents(path: string, count: number): Promise<string[]> {
  const leave = new AbortController();
  const response = await fetch(`${server.url}${path}`, { signal: leave.signal });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  let text = "";
  const events: string[] = [];
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, id, event = "", data = ""] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (id === undefined) continue;
      const name = data === "{}" ? undefined : schemaOfEvent.get(event);
      if (name !== undefined) expect(judgeAnswer(name, JSON.parse(data))).toEqual([]);
      events.push(name === undefined ? event : `${event} ${name}`);
    }
    if (events.length >= count) break;
  }
  leave.abort();
  return events.slice(0, count);
}

/** How each problem of the document is had. Those of a busy, a stopping or a broken server are not among them. */
const provocations: Partial<Record<ProblemCode, () => Promise<Response>>> = {
  invalid_json: () => post("hello"),
  invalid_request: () => ask("POST", `${run}/rollouts?step=soon`, solved),
  forbidden: () => ask("POST", `${run}/rollouts`, solved, { origin: "https://elsewhere.example" }),
  not_found: () => ask("GET", "/api/v1/runs/browser-8"),
  method_not_allowed: () => ask("PATCH", run, {}),
  conflict: async () => {
    await ask("PUT", run, example.runPatch);
    return ask("POST", "/api/v1/demo", { scenario: "step-61", run: "browser-7" });
  },
  body_too_large: () => post(Buffer.alloc(33_600_000)),
  unpacked_body_too_large: () =>
    post(gzipSync(Buffer.alloc(270_000_000), { level: 1 }), { "content-encoding": "gzip" }),
  too_many_rows: () => post("{}\n".repeat(10_001), { "content-type": "application/x-ndjson" }),
  unsupported_media_type: () => post("a,b", { "content-type": "text/csv" }),
  unsupported_encoding: () => post("{}", { "content-encoding": "zstd" }),
  rejected: () => ask("POST", "/api/v1/runs/browser-9/rollouts", [{ reward: 1 }]),
  idempotency_key_reused: async () => {
    const key = { "idempotency-key": "one" };
    await ask("POST", `${run}/rollouts?step=1`, { reward: 1 }, key);
    return ask("POST", `${run}/rollouts?step=1`, { reward: 0 }, key);
  },
};

function post(body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}${run}/rollouts`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
}

describe("the document's problems", () => {
  test.each(Object.entries(provocations))("%s is what the server says", async (code, provoke) => {
    const response = await provoke();
    expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
    const problem: unknown = await response.json();
    expect(judgeAnswer("Problem", problem)).toEqual([]);
    expect(problem).toEqual(Object.entries(problemExamples).find(([name]) => name === code)?.[1]);
    expect(problem).toMatchObject({ status: response.status });
  });

  test("unauthorized is what a server with a token says", async () => {
    const guarded = await startServer({ environment: { FALSEZERO_TOKEN: "a long enough secret" } });
    const response = await fetch(`${guarded.url}/api/v1/runs`);
    expect(await response.json()).toEqual(problemExamples.unauthorized);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    await guarded.stop();
  });

  test("an address that does not exist is a problem too", async () => {
    const response = await ask("GET", "/api/v1/rounds");
    expect(await response.json()).toMatchObject({ status: 404, code: "not_found" });
  });

  test.each(listOperations())("$name refuses query names that it does not know", async ({ method, path }) => {
    const address = path
      .replace("{run}", "browser-7")
      .replace("{step}", "61")
      .replace(/\{(?:rollout|issue)\}/, "2");
    const body = method === "post" || method === "put" || method === "patch" ? {} : undefined;
    for (const query of ["colour=red", "colour="]) {
      const response = await ask(method.toUpperCase(), `${address}?${query}`, body);
      const problem: unknown = await response.json();
      expect(problem).toMatchObject({ status: 400, code: "invalid_request", path: "colour" });
    }
  });

  test("a method that does not exist comes with those that do", async () => {
    const response = await ask("DELETE", "/api/v1/runs");
    expect(response.headers.get("allow")).toBe("GET");
  });
});

test("the server gives the document", async () => {
  const response = await ask("GET", "/api/v1/openapi.json");
  expect(await response.json()).toMatchObject({ openapi: "3.1.0", info: { title: "Falsezero" } });
});
