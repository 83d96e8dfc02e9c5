import { describe, expect, test } from "vitest";
import { indices, Random } from "../scenario/random";
import { reconstructStep61 } from "../scenario/step-61";
import { type ComparedRollout, describeDifference } from "./describe-difference";

let key = 0;

function rollout(about: Partial<ComparedRollout> = {}): ComparedRollout {
  return {
    key: key++,
    environment: "browser",
    policyStep: [60, 60],
    labels: [],
    turns: null,
    inputTokens: null,
    outputTokens: null,
    durationMs: null,
    truncated: null,
    sessionId: null,
    startedAt: null,
    finishedAt: null,
    ...about,
  };
}

function pools(pool: string, n: number): ComparedRollout[] {
  return indices(n).map(() => rollout({ labels: [["pool", pool]] }));
}

describe("a label that sets failing rollouts apart", () => {
  test("by hand: 30 of 40 against 10 of 40 on pool b, two values looked at", () => {
    const { verdict, causes } = describeDifference(
      [...pools("b", 30), ...pools("a", 10)],
      [...pools("b", 10), ...pools("a", 30)],
    );
    expect(verdict).toBe("separates");
    // Environment and policy are the same everywhere: looked at as well, which makes four.
    expect(causes[0]).toEqual({
      attribute: "label.pool",
      role: "context",
      top: { value: "b", failing: { count: 30, n: 40 }, others: { count: 10, n: 40 }, difference: 0.5 },
      values: [
        { value: "b", failing: { count: 30, n: 40 }, others: { count: 10, n: 40 }, difference: 0.5 },
        { value: "a", failing: { count: 10, n: 40 }, others: { count: 30, n: 40 }, difference: -0.5 },
      ],
      distinct: 2,
      test: "g",
      p: expect.closeTo(4.764e-6, 9),
      correctedP: expect.closeTo(4 * 4.764e-6, 8),
      separates: true,
    });
    expect(causes.slice(1).map(({ attribute, separates }) => [attribute, separates])).toEqual([
      ["environment", false],
      ["policy_step", false],
    ]);
  });

  test("Fisher's test where cells are small: all of 5 against none of 20", () => {
    const { causes } = describeDifference(pools("b", 5), pools("a", 20));
    expect(causes[0]).toMatchObject({ top: { value: "b" }, test: "fisher", p: expect.closeTo(1 / 53_130, 12) });
  });

  test("an absence counts as much as a presence", () => {
    const others = [...pools("a", 60), ...pools("b", 20), ...pools("c", 20)];
    const { causes } = describeDifference([...pools("b", 20), ...pools("c", 20)], others);
    expect(causes[0]?.top).toMatchObject({ value: "a", failing: { count: 0, n: 40 }, difference: -0.6 });
  });

  test("names without support are not ranked: every rollout its own task", () => {
    const tasks = (n: number) => indices(n).map((at) => rollout({ labels: [["task", `${n}-${at}`]] }));
    const { verdict, causes } = describeDifference(tasks(50), tasks(60));
    expect(verdict).toBe("none_separates");
    expect(causes.map(({ attribute }) => attribute)).toEqual(["environment", "policy_step"]);
  });
});

describe("no attribute separates them", () => {
  test("is the answer in 200 draws where nothing does, with 12 labels of 2 to 40 values", () => {
    const random = new Random(5);
    const draw = (n: number) =>
      indices(n).map(() =>
        rollout({ labels: indices(12).map((at) => [`label-${at}`, String(random.integer(0, 1 + at * 3))]) }),
      );
    const wrong = indices(200).filter(() => describeDifference(draw(40), draw(300)).verdict === "separates");
    expect(wrong.length).toBeLessThanOrEqual(4);
  });

  test("a certain but small difference is none: 5 points of 20,000", () => {
    const many = (b: number) => [...pools("b", b), ...pools("a", 10_000 - b)];
    const { verdict, causes } = describeDifference(many(5_500), many(5_000));
    expect(verdict).toBe("none_separates");
    expect(causes[0]).toMatchObject({ attribute: "label.pool", separates: false });
  });

  test("fewer than five on a side are too few to say", () => {
    expect(describeDifference(pools("b", 4), pools("a", 1_000))).toMatchObject({ verdict: "too_few", causes: [] });
    expect(describeDifference([], [])).toMatchObject({ verdict: "too_few", failing: 0, others: 0 });
  });
});

describe("symptoms are kept apart from causes", () => {
  const failing = indices(40).map(() => rollout({ turns: 0, durationMs: 30_000, truncated: true }));
  const others = indices(40).map((at) => rollout({ turns: 3 + (at % 5), durationMs: 60_000 + at, truncated: false }));

  test("no turns, a short duration and a cut answer explain nothing", () => {
    const { verdict, causes, symptoms, numbers } = describeDifference(failing, others);
    expect(verdict).toBe("none_separates");
    expect(causes.every(({ separates }) => !separates)).toBe(true);
    expect(symptoms.map(({ attribute, top }) => [attribute, top.value])).toEqual([["truncated", "true"]]);
    expect(numbers.map(({ attribute, d, separates }) => [attribute, d, separates])).toEqual([
      ["turns", 1, true],
      ["duration_ms", 1, true],
    ]);
    expect(numbers[0]).toMatchObject({ failing: { n: 40, median: 0 }, others: { n: 40, median: 5 } });
  });

  test("a label that failing rollouts lack is a symptom; the others' values say nothing about it", () => {
    const { causes, symptoms } = describeDifference(
      indices(40).map(() => rollout()),
      [...pools("a", 20), ...pools("b", 20)],
    );
    expect(causes.map(({ attribute }) => attribute)).toEqual(["environment", "policy_step"]);
    expect(symptoms).toMatchObject([{ attribute: "label.pool", top: { value: null, difference: 1 }, separates: true }]);
  });
});

describe("the demo", () => {
  test("lost rollouts of steps 61 to 80 are on pool b, against the others there; host and policy follow", () => {
    const failing: ComparedRollout[] = [];
    const others: ComparedRollout[] = [];
    for (const { step, rows } of reconstructStep61({ failureFields: true }).stepsOf({ startAt: 0, speed: 1 })) {
      if (step < 61) continue;
      for (const { row } of rows) {
        const side = row.failure_kind === "session_lost" ? failing : others;
        side.push(
          rollout({
            policyStep: [row.policy_step, row.policy_step],
            labels: Object.entries(row.labels),
            turns: row.turns,
            outputTokens: row.output_tokens,
            durationMs: row.duration_ms,
            sessionId: row.session_id,
            startedAt: Date.parse(row.started_at),
            finishedAt: Date.parse(row.finished_at),
          }),
        );
      }
    }
    const { verdict, causes, numbers, sharedSessions } = describeDifference(failing, others);
    expect(verdict).toBe("separates");
    expect(causes.filter(({ separates }) => separates)).toMatchObject([
      { attribute: "label.browser_pool", top: { value: "b" } },
    ]);
    expect(numbers[0]).toMatchObject({ separates: true, failing: { median: 0 } });
    expect(sharedSessions.total).toBe(0);
  });
});

test("the order of the rollouts does not matter", () => {
  const failing = [...pools("b", 12), ...pools("a", 4), ...pools("c", 4)];
  const others = [...pools("b", 9), ...pools("a", 21), ...pools("c", 21)];
  const random = new Random(3);
  expect(describeDifference(random.shuffled(failing), random.shuffled(others))).toEqual(
    describeDifference(failing, others),
  );
});
