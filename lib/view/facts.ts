import { formatCount, formatOf, formatPercent } from "./format";
import type { Counted } from "./run-links";
import type { Totals } from "./totals";

/** One number of the strip under the sentence. */
export interface Fact {
  readonly id: string;
  readonly value: string;
  readonly label: string;
  readonly counted: Counted | null;
}

/** What the steps shown add up to. The facts that need a clock are the page's own. */
export function toFacts(totals: Totals): readonly Fact[] {
  const { coverage } = totals;
  const facts: Fact[] = [
    { id: "steps", value: formatCount(totals.steps), label: totals.steps === 1 ? "step" : "steps", counted: null },
    {
      id: "rollouts",
      value: formatCount(coverage.received),
      label: coverage.received === 1 ? "rollout" : "rollouts",
      counted: coverage.received === 0 ? null : {},
    },
  ];
  if (coverage.received > 0) {
    facts.push({
      id: "evidence",
      value: formatPercent(coverage.scored / coverage.received),
      label: "are evidence",
      counted: coverage.scored === 0 ? null : { outcome: "scored" },
    });
  }
  facts.push(
    {
      id: "masked",
      value: formatCount(coverage.masked),
      label: "masked",
      counted: coverage.masked === 0 ? null : { outcome: "masked" },
    },
    { id: "retried", value: formatCount(totals.lostAttempts), label: "lost attempts", counted: null },
  );
  const told = Object.values(totals.dispositions).reduce((total, count) => total + count, 0);
  if (told > 0) {
    const trained = { count: totals.dispositions["trained"] ?? 0, n: coverage.received };
    facts.push({ id: "trained", value: formatOf(trained), label: "trained of generated", counted: null });
  }
  return facts;
}

/** Rollouts a minute, as long as the last one is not a minute old. */
export function currentRate(perMinute: number, lastSeenAt: number | null, now: number): number {
  return lastSeenAt === null || now - lastSeenAt > 60_000 ? 0 : perMinute;
}
