import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../scenario/random";
import { nextTriage, type Sighting, type Triage, type TriageAct, triageStates, untriaged } from "./triage";

const decidedAt = Date.UTC(2026, 7, 14, 12);
const hour = 3_600_000;
const through = [{ run: "a", segment: "s1", step: 80 }];

const acknowledge: TriageAct = { type: "acknowledge", by: "mira" };
const reopen: TriageAct = { type: "reopen", by: "mira" };
const resolve: TriageAct = { type: "resolve", by: "mira", through };
const ignore = (untilRate: number | null): TriageAct => ({ type: "ignore", by: "mira", through, untilRate });

function seen(step: number | null, about: Partial<Sighting> = {}): Sighting {
  const rate = { count: 1, n: 64 };
  return { type: "seen", run: "a", segment: "s1", step, at: decidedAt + hour, rate, ...about };
}

const after = (...acts: TriageAct[]): Triage =>
  acts.reduce<Triage>((triage, act) => nextTriage(triage, act, decidedAt), untriaged);

const inState: Readonly<Record<(typeof triageStates)[number], Triage>> = {
  open: untriaged,
  acknowledged: after(acknowledge),
  resolved: after(resolve),
  ignored: after(ignore(0.1)),
};

describe("what a person does", () => {
  test.each([
    ["open", "acknowledged", "resolved", "ignored", "open"],
    ["acknowledged", "acknowledged", "resolved", "ignored", "open"],
    ["resolved", "acknowledged", "resolved", "ignored", "open"],
    ["ignored", "acknowledged", "resolved", "ignored", "open"],
  ] as const)("from %s: acknowledge, resolve, ignore, reopen", (state, ...expected) => {
    const to = [acknowledge, resolve, ignore(0.1), reopen].map((act) => nextTriage(inState[state], act, 0).state);
    expect(to).toEqual(expected);
  });

  test("is kept with who, when, and what they knew", () => {
    expect(after(ignore(0.05))).toEqual({
      state: "ignored",
      decision: { state: "ignored", by: "mira", at: decidedAt, through, untilRate: 0.05 },
      reopened: null,
    });
  });

  test("changes nothing where there is nothing to do", () => {
    expect(nextTriage(inState.acknowledged, { type: "acknowledge", by: "jo" }, 1)).toBe(inState.acknowledged);
    expect(nextTriage(untriaged, reopen, 1)).toBe(untriaged);
  });

  test.each([-0.1, 1, Number.NaN])("cannot be to ignore up to %d", (rate) => {
    expect(() => nextTriage(untriaged, ignore(rate), 1)).toThrow(RangeError);
  });
});

describe("a resolved issue", () => {
  test("reopens when seen in a later step, says where, and keeps who resolved it", () => {
    const triage = nextTriage(inState.resolved, seen(81), decidedAt + 2 * hour);
    expect(triage).toEqual({
      state: "open",
      decision: inState.resolved.decision,
      reopened: { because: "seen_again", run: "a", segment: "s1", step: 81, at: decidedAt + hour },
    });
  });

  test.each([
    ["in another run, afterwards", seen(3, { run: "b" }), "open"],
    ["in a resumed segment that runs old steps again", seen(61, { segment: "s2" }), "open"],
    ["outside any step, afterwards", seen(null), "open"],
    ["in a late row of an old step", seen(61), "resolved"],
    ["in the last step it was known from", seen(80), "resolved"],
    ["in an old run that is imported afterwards", seen(900, { run: "b", at: decidedAt - hour }), "resolved"],
    ["outside any step, before", seen(null, { at: decidedAt - hour }), "resolved"],
  ])("seen %s", (_, sighting, state) => {
    expect(nextTriage(inState.resolved, sighting, decidedAt + 2 * hour).state).toBe(state);
  });

  test("resolved once more is resolved through more", () => {
    const again: TriageAct = { type: "resolve", by: "jo", through: [{ run: "a", segment: "s1", step: 90 }] };
    const triage = nextTriage(nextTriage(inState.resolved, seen(81), 0), again, decidedAt);
    expect([triage.state, triage.reopened]).toEqual(["resolved", null]);
    expect(nextTriage(triage, seen(90), 0)).toBe(triage);
    expect(nextTriage(triage, seen(91), 0).state).toBe("open");
  });
});

describe("an ignored issue", () => {
  test.each([
    [1, 2, "ignored"], // half, but of two
    [6, 64, "ignored"], // below
    [11, 64, "ignored"], // 17%, but surely only 10%
    [12, 64, "open"], // surely above 11%
  ])("ignored up to 10%%, seen in %d of %d, is %s", (count, n, state) => {
    expect(nextTriage(inState.ignored, seen(81, { rate: { count, n } }), 0).state).toBe(state);
  });

  test("says that it exceeded its rate", () => {
    const triage = nextTriage(inState.ignored, seen(81, { rate: { count: 60, n: 64 } }), 0);
    expect(triage.reopened).toMatchObject({ because: "above_rate", step: 81 });
  });

  test("was seen above it before: that was known", () => {
    expect(nextTriage(inState.ignored, seen(61, { rate: { count: 60, n: 64 } }), 0)).toBe(inState.ignored);
  });

  test("without a rate stays ignored whatever happens", () => {
    const forGood = after(ignore(null));
    expect(nextTriage(forGood, seen(81, { rate: { count: 64, n: 64 } }), 0)).toBe(forGood);
  });
});

const anySighting = fc.record({
  type: fc.constant("seen" as const),
  run: fc.constantFrom("a", "b"),
  segment: fc.constantFrom("s1", "s2"),
  step: fc.option(fc.integer({ min: 70, max: 90 })),
  at: fc.integer({ min: decidedAt - 5, max: decidedAt + 5 }),
  rate: fc.record({ count: fc.integer({ min: 0, max: 64 }), n: fc.constant(64) }),
});

const play = (start: Triage, events: readonly Sighting[]) =>
  events.reduce((triage, event) => nextTriage(triage, event, 0), start);

test("the order in which sightings arrive never matters, nor that one arrives twice", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...triageStates),
      fc.array(anySighting, { maxLength: 12 }),
      fc.integer(),
      (state, events, seed) => {
        const shuffled = new Random(seed).shuffled([...events, ...events.slice(0, 3)]);
        expect(play(inState[state], shuffled)).toEqual(play(inState[state], events));
      },
    ),
  );
});

test("no rule overwrites what a person set", () => {
  fc.assert(
    fc.property(fc.constantFrom(...triageStates), fc.array(anySighting, { maxLength: 12 }), (state, events) => {
      const triage = play(inState[state], events);
      expect(triage.decision).toBe(inState[state].decision);
      if (state === "acknowledged" || state === "open") expect(triage).toBe(inState[state]);
      expect(triage.state === state || triage.reopened !== null).toBe(true);
    }),
  );
});
