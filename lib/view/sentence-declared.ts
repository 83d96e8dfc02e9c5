import { type DeadCollector, findDeadCollector } from "@/lib/core/dead-collector";
import type { StepBucket } from "@/lib/core/series";
import { nameSteps } from "./chart-marks";
import { formatCount, formatNoun } from "./format";
import { dim, type RunSentence, type SentencePart, stretchSteps, strong } from "./sentence-parts";
import type { Totals } from "./totals";

/**
 * What there is to say where rollouts were declared and hardly one came: a collector that died on its first ones leaves
 * nothing else behind. While a step is open, it may only just have begun.
 *
 * @returns null where nothing was declared, or enough came to speak of.
 */
export function sayDeclared(buckets: readonly StepBucket[], totals: Totals): RunSentence | null {
  const declared = buckets.filter((bucket) => bucket.expected > 0);
  if (declared.length === 0) return null;
  const where = nameSteps(stretchSteps({ buckets: declared }));
  const dead = findDeadCollector(declared);
  if (dead !== null) return sayDied(where, dead, totals);
  const { received, expected } = totals.coverage;
  if (received > 0) return null;
  return {
    parts: [
      strong(`${where}: nothing has come of ${formatNoun(expected, "declared rollout")}.`),
      dim(` The collector has only just begun, or it died: then ${formatNoun(expected, "rollout")} never dispatched.`),
    ],
    title: "nothing came",
    alarming: false,
  };
}

function sayDied(where: string, { expected, unknown, lost }: DeadCollector, totals: Totals): RunSentence {
  if (lost === 0) {
    return {
      parts: [
        strong(`${where}: the collector died, ${formatNoun(expected, "rollout")} never dispatched.`),
        dim(" They were declared, and not one was heard of, not even as a failure. Look at its own log for why."),
      ],
      title: "⚠ nothing came",
      alarming: true,
    };
  }
  return {
    parts: [
      strong(
        `${where}: the collector died, ${formatCount(unknown)} of ${formatNoun(expected, "rollout")} never dispatched.`,
      ),
      dim(
        lost === 1
          ? " The only one that was heard of is lost"
          : ` All ${formatCount(lost)} that were heard of are lost`,
      ),
      ...sayKind(totals, lost),
      dim(". Look at its own log for why."),
    ],
    title: "⚠ collector died",
    alarming: true,
  };
}

/** What most of those that were heard of were lost as. */
function sayKind({ kinds }: Totals, lost: number): SentencePart[] {
  const [top] = kinds;
  if (top === undefined) return [];
  const name: SentencePart = { text: top.kind, tone: "kind", counted: { kind: top.kind } };
  return top.count === lost ? [dim(" as "), name] : [dim(", most often as "), name];
}
