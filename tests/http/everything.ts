/** A run with one of everything that a run can have. */
import { Random } from "@/lib/core/scenario/random";
import type { Talk } from "./talk";

interface Place {
  readonly step: number;
  readonly group: string;
  readonly sample: number;
}

/** When step 0 ended, ms. */
const noon = Date.UTC(2026, 7, 21, 12);

function timeOf(step: number): string {
  return new Date(noon + step * 60_000).toISOString();
}

/** One rollout of everything that a row can be. */
function drawRow(random: Random, { step, group, sample }: Place, isIll: boolean): Record<string, unknown> {
  const fate = random.integer(0, 20 - 1);
  const base = {
    ...{ step, group, sample, segment: "first", environment: fate % 2 === 0 ? "shop 🛒" : "browser_agent" },
    finished_at: noon + step * 60_000 + random.integer(0, 30_000 - 1),
    output_tokens: fate === 3 ? 0 : random.integer(0, 900 - 1),
    turns: random.integer(0, 9 - 1),
    labels: { host: `gpu-${random.integer(0, 3 - 1)}`, __proto__x: "y", "odd name ": "ä" },
    prompt: `What is ${step}?`,
    payload: { messages: [{ role: "assistant", content: `line\n${"x".repeat(random.integer(0, 300 - 1))} \u2028` }] },
  };
  if (isIll && fate < 14) {
    const reason = `reset: no session in ${random.integer(0, 60 - 1)} s on host-${random.integer(0, 9 - 1)}`;
    return { ...base, reward: 0, mask_sample: true, failure_kind: "session_lost", failure_reason: reason };
  }
  if (fate === 1)
    return { ...base, outcome: "failed", reward: 0, failure_kind: "agent_timeout", failure_reason: "too slow" };
  if (fate === 2) return { ...base, outcome: "omitted", omit_reason: "surplus" };
  if (fate === 3) return { ...base, reward: 0 };
  if (fate === 4) return { ...base, reward: "NaN" };
  if (fate === 5) return { ...base, reward: 1, failure_kind: "Not Registered!", failure_reason: "odd\u0000text" };
  if (fate === 6) return { ...base, reward: 0.5, instance_config: { mask_sample: true, secret: "s" } };
  return {
    ...base,
    reward: random.integer(0, 2 - 1),
    reward_components: { a: 0.25, 2: 1 },
    mask_sample: false,
    failure_kind: null,
  };
}

function drawSteps(seed: number, first: number, last: number, each: (row: Record<string, unknown>) => object): string {
  const random = new Random(seed);
  const lines: string[] = [];
  for (let step = first; step <= last; step++) {
    for (let number = 0; number < 24; number++) {
      const place = { step, group: `g${number % 6}`, sample: Math.floor(number / 6) };
      const row = each(drawRow(random, place, step >= 12 && step <= 17));
      // As Python writes it.
      lines.push(JSON.stringify(row).replace('"reward":"NaN"', '"reward":NaN'));
    }
  }
  return `${lines.join("\n")}\n`;
}

export const lines = { "content-type": "application/x-ndjson" };

/** A run that has one of everything. @returns the body that most of it was posted in. */
export async function makeEverything(talk: Talk, run: string): Promise<string> {
  const address = `runs/${encodeURIComponent(run)}`;
  await talk.tell("PUT", address, {
    project: "p",
    tags: ["a"],
    config: { lr: 1e-6, __proto__y: 1 },
    expected_per_step: 24,
    group_size: 4,
  });
  await talk.tell("PUT", address, { runbooks: { session_lost: "https://example.com/r" }, sensitivity: "high" });
  await talk.tell("POST", `${address}/segments`, {
    segment: "first",
    started_at: "2026-08-21T10:00:00Z",
    from_step: 0,
  });
  const first = drawSteps(1, 0, 24, (row) => row);
  await talk.postText(run, first, lines);
  // What is found by now is opened before what is found of an earlier step.
  await talk.get(`/api/v1/${address}/incidents`);
  // Retried, sent again with other content, a failure record that a result beats, and rows of no identity.
  await talk.post(run, [
    { step: 3, group: "g0", sample: 0, attempt: 1, segment: "first", environment: "shop 🛒", reward: 1 },
    { step: 4, group: "g1", sample: 1, attempt: 0, segment: "first", environment: "shop 🛒", outcome: "failed" },
    { step: 4, group: "g1", sample: 1, attempt: 0, segment: "first", environment: "shop 🛒", reward: 0.75 },
    { id: "moves", step: 5, segment: "first", reward: 1, attempt: 2 },
    { id: "moves", step: 6, segment: "first", reward: 0, attempt: 3, advantage: -0.5, disposition: "trained" },
    { step: 7, segment: "first", reward: 0, output: "" },
    { step: 7, segment: "first", reward: 0, output: "" },
  ]);
  await talk.post(run, [{ id: "eval 1", reward: 1 }, { reward: 0 }], { split: "eval", segment: "first" });
  await talk.post(run, [{ id: "eval 2", step: 10, reward: 1, policy_step: [8, 9], started_at: timeOf(0) }], {
    split: "eval",
    segment: "first",
  });
  await talk.tell("PUT", `${address}/steps/9?segment=first`, {
    expected: 40,
    started_at: timeOf(9),
    checkpoint: "ckpt-9",
  });
  await talk.tell("PUT", `${address}/steps/10?segment=first`, {
    expected_ids: [{ group: "g0", sample: 0, environment: "shop 🛒" }, { group: "never", sample: 1 }, "an id"],
  });
  await talk.tell("PUT", `${address}/steps/24?segment=first`, { finished_at: timeOf(24) });
  await talk.tell("POST", `${address}/producer-counts`, {
    source: "trainer",
    file: "counts.json",
    step: 3,
    counts: { scored: 24, odd: 1 },
  });
  await talk.tell("POST", `${address}/annotations`, { step: 12, to_step: 17, text: "the pool was down", kind: "note" });
  await talk.tell("POST", `${address}/annotations`, { step: 3, text: "harder tasks", kind: "curriculum" });
  await talk.postText(
    run,
    drawSteps(2, 20, 26, (row) => ({ ...row, segment: "resume-2" })),
    lines,
  );
  await talk.tell("POST", `${address}/segments`, {
    segment: "resume-2",
    started_at: "2026-08-21T16:00:00Z",
    from_step: 20,
  });
  await talk.get(`/api/v1/${address}/incidents`);
  await triage(talk, address);
  await write(talk, run);
  await talk.tell("POST", `${address}/finish`, { state: "crashed" });
  return first;
}

interface ListedIssue {
  readonly issue: number;
  readonly version: number;
  readonly kind: string;
}

async function listIssues(talk: Talk, address: string): Promise<readonly ListedIssue[]> {
  const told = (await talk.get(`/api/v1/${address}/issues?limit=200`)) as { issues: ListedIssue[] };
  return told.issues;
}

/** People look at what was found. */
async function triage(talk: Talk, address: string): Promise<void> {
  const issues = await listIssues(talk, address);
  const find = (kind: string) => issues.find((issue) => issue.kind === kind) ?? { issue: 0, version: 0 };
  const lost = find("session_lost");
  await talk.tell("PATCH", `issues/${lost.issue}`, {
    version: lost.version,
    state: "resolved",
    owner: "ada",
    by: "ada",
  });
  await talk.tell("POST", `issues/${lost.issue}/notes`, { text: "fixed with\nthe new pool", by: "bo" });
  const slow = find("agent_timeout");
  await talk.tell("PATCH", `issues/${slow.issue}`, {
    version: slow.version,
    state: "ignored",
    until_rate: 0.01,
    by: "ada",
  });
  const odd = issues.filter(({ kind }) => kind !== "session_lost" && kind !== "agent_timeout");
  const [one, two] = odd;
  if (one !== undefined && two !== undefined)
    await talk.tell("POST", `issues/${one.issue}/merge`, { issue: two.issue, by: "bo" });
  const { incidents } = (await talk.get(`/api/v1/${address}/incidents`)) as { incidents: { id: string }[] };
  const [first] = incidents;
  if (first !== undefined)
    await talk.tell("POST", `${address}/overrides`, {
      kind: "expect",
      incident: first.id,
      note: "planned",
      author: "ada",
    });
  const series = { kind: "accept", series: "truncated", step: 2, author: "bo" };
  const { id } = (await talk.tell("POST", `${address}/overrides`, series)) as { id: number };
  await talk.tell("DELETE", `${address}/overrides/${id}`, undefined);
}

/** People write of it: the same section twice, one given back, and views that name it or do not. */
async function write(talk: Talk, run: string): Promise<void> {
  const report = `runs/${encodeURIComponent(run)}/report`;
  await talk.tell("PUT", `${report}/summary`, { text: "The pool was down.", version: 0, by: "ada" });
  await talk.tell("PUT", `${report}/summary`, { text: "The pool was down;\n\nit is up.", version: 1, by: "bo" });
  await talk.tell("PUT", `${report}/notes`, { text: "a draft", version: 0 });
  await talk.tell("PUT", `${report}/notes`, { text: null, version: 1, by: "ada" });
  await talk.tell("POST", "views", { name: "lost", page: "rollouts", run, query: "kind=session_lost", by: "ada" });
  const compared = new URLSearchParams([
    ["run", run],
    ["run", "another"],
    ["base", run],
  ]);
  await talk.tell("POST", "views", { name: "against another", page: "compare", query: compared.toString() });
  await talk.tell("POST", "views", { name: "of no run", page: "issues", query: "" });
}
