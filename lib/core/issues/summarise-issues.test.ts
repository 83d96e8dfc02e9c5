import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indices, Random } from "../scenario/random";
import { reconstructStep61 } from "../scenario/step-61";
import { toFingerprint } from "./fingerprint";
import type { Occurrence } from "./issue-tally";
import { summariseIssues } from "./summarise-issues";

let rollout = 0;

function occur(about: Partial<Occurrence>): Occurrence {
  return { run: "r", step: 1, rollout: rollout++, kind: "session_lost", reason: "gone", ...about };
}

test("one issue, by hand: two runs, three steps and an eval block, in any order", () => {
  const occurrences = [
    occur({ run: "b", step: 7, rollout: 40, reason: "session 12 gone" }),
    occur({ run: "a", step: null, rollout: 3, reason: "session 9 gone" }),
    occur({ run: "a", step: 2, rollout: 2, reason: "session 8 gone" }),
    occur({ run: "a", step: 2, rollout: 1, reason: "session 8 gone" }),
    occur({ run: "a", step: 61, rollout: 4, reason: "session 7 gone" }),
  ];
  const template = "session <n> gone";
  const fingerprint = toFingerprint("session_lost", template);
  expect(summariseIssues(occurrences)).toEqual([
    {
      kind: "session_lost",
      count: 5,
      issues: [
        {
          issue: fingerprint,
          kind: "session_lost",
          template,
          count: 5,
          forms: [{ fingerprint, kind: "session_lost", template, count: 5 }],
          runs: [
            {
              run: "a",
              count: 4,
              firstStep: 2,
              lastStep: 61,
              steps: [
                [2, 2],
                [61, 1],
              ],
            },
            { run: "b", count: 1, firstStep: 7, lastStep: 7, steps: [[7, 1]] },
          ],
          samples: [
            { run: "a", step: 2, rollout: 1, reason: "session 8 gone" },
            { run: "a", step: 61, rollout: 4, reason: "session 7 gone" },
            { run: "a", step: null, rollout: 3, reason: "session 9 gone" },
            { run: "b", step: 7, rollout: 40, reason: "session 12 gone" },
          ],
        },
      ],
      other: null,
    },
  ]);
});

describe("issues of a kind", () => {
  test("are at most 200, the most frequent first; the others are counted", () => {
    const letters = (at: number) => `cause ${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + at / 26)}`;
    const occurrences = indices(250).flatMap((at) =>
      indices(at < 3 ? 4 - at : 1).map(() => occur({ reason: letters(at) })),
    );
    const [kind] = summariseIssues(occurrences);
    expect(kind?.issues.length).toBe(200);
    expect(kind?.issues.slice(0, 4).map(({ count }) => count)).toEqual([4, 3, 2, 1]);
    expect(kind?.other).toEqual({ issues: 50, count: 50 });
    expect(kind?.count).toBe(256);
  });

  test("without a reason are one; another kind with the same words is another", () => {
    const kinds = summariseIssues([
      occur({ reason: null }),
      occur({ reason: " " }),
      occur({ kind: "judge_failed", reason: "gone" }),
      occur({ reason: "gone" }),
    ]);
    expect(kinds.map(({ kind, issues }) => [kind, issues.map(({ template, count }) => [template, count])])).toEqual([
      [
        "session_lost",
        [
          ["(no reason)", 2],
          ["gone", 1],
        ],
      ],
      ["judge_failed", [["gone", 1]]],
    ]);
  });

  test("that were merged are one, under the kind and template that most of it has", () => {
    const prints = [toFingerprint("agent_timeout", "late"), toFingerprint("timeout_exceeded", "too late")];
    const mapping = new Map(prints.map((fingerprint) => [fingerprint, "issue-1"]));
    const occurrences = [
      occur({ kind: "agent_timeout", reason: "late" }),
      occur({ kind: "timeout_exceeded", reason: "too late" }),
      occur({ kind: "timeout_exceeded", reason: "too late" }),
    ];
    const kinds = summariseIssues(occurrences, mapping);
    expect(kinds.map(({ kind, count }) => [kind, count])).toEqual([["timeout_exceeded", 3]]);
    expect(kinds[0]?.issues[0]).toMatchObject({ issue: "issue-1", template: "too late", count: 3 });
    expect(kinds[0]?.issues[0]?.forms.map(({ template, count }) => [template, count])).toEqual([
      ["too late", 2],
      ["late", 1],
    ]);
  });
});

test("the demo's 1,172 lost sessions of steps 61 to 80 are one cause, and a few without a session to lose", () => {
  const occurrences: Occurrence[] = [];
  for (const { step, rows } of reconstructStep61({ failureFields: true }).stepsOf({ startAt: 0, speed: 1 })) {
    for (const { row } of rows) {
      if (row.failure_kind === undefined || step < 61) continue;
      occurrences.push(occur({ step, kind: row.failure_kind, reason: row.failure_reason ?? null }));
    }
  }
  const lost = summariseIssues(occurrences).find(({ kind }) => kind === "session_lost");
  expect(lost?.count).toBe(1_172);
  expect(lost?.issues.map(({ template }) => template)).toEqual([
    "session <id> not reset within <duration> on <ip>",
    expect.stringMatching(/^no free session on pool [ab] after <duration>, <n> waiting$/),
    expect.stringMatching(/^no free session on pool [ab] after <duration>, <n> waiting$/),
  ]);
  expect(lost?.issues[0]?.runs[0]).toMatchObject({ firstStep: 61, lastStep: 80 });
});

const occurrence: fc.Arbitrary<Occurrence> = fc.record({
  run: fc.constantFrom("a", "b"),
  step: fc.option(fc.integer({ min: 0, max: 5 })),
  rollout: fc.integer({ min: 0, max: 1_000 }),
  kind: fc.constantFrom("x", "y"),
  reason: fc.option(fc.constantFrom("a 1", "a 2", "a 3", "a 4", "a 5", "a 6", "a 7", "b", "c 1")),
});

test("the order of arrival never matters", () => {
  const unique = fc.uniqueArray(occurrence, { selector: (one) => `${one.run} ${one.rollout}`, maxLength: 60 });
  fc.assert(
    fc.property(unique, fc.integer(), (occurrences, seed) => {
      expect(summariseIssues(new Random(seed).shuffled(occurrences))).toEqual(summariseIssues(occurrences));
    }),
  );
});

test("20,000 occurrences, each with another reason, take seconds at most", () => {
  const random = new Random(1);
  const occurrences = indices(20_000).map((at) =>
    occur({ step: at % 500, reason: `session ${random.hex(12)} not reset within 30 s on 10.2.0.14:9222` }),
  );
  const startedAt = performance.now();
  expect(summariseIssues(occurrences)[0]?.issues.map(({ count }) => count)).toEqual([20_000]);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
