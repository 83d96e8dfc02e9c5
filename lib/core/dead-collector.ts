import { addCoverage, type Coverage, countLost, emptyCoverage } from "./coverage";

/** What is left of rollouts whose collector died before one of them came back with a result. */
export interface DeadCollector {
  readonly expected: number;
  /** Never dispatched, as far as anybody can tell. */
  readonly unknown: number;
  /** Heard of; every one of them is lost. */
  readonly lost: number;
}

/** At least this share of what was declared was never heard of. */
const leastUnknown = 0.5;

/**
 * Whether the collector died before it had any result: rollouts were declared, all that was heard of is lost, at least
 * half was never heard of, and nothing is awaited any more. A step that still fills may only just have begun, so that one
 * of them is enough to say nothing; what was left out on purpose is a decision, and one good rollout is a sign of life.
 *
 * @param steps whole steps, or stretches of them; what was never declared says nothing.
 */
export function findDeadCollector(steps: readonly (Coverage & { readonly complete: boolean })[]): DeadCollector | null {
  // Nearly every run ends here, at its first step that was looked at.
  if (steps.some(({ scored }) => scored > 0)) return null;
  const awaited = steps.filter(({ expected }) => expected > 0);
  if (awaited.length === 0 || awaited.some(({ complete }) => !complete)) return null;
  const total = awaited.reduce<Coverage>(addCoverage, emptyCoverage);
  const { expected, unknown, received } = total;
  const lost = countLost(total);
  return received === lost && unknown >= expected * leastUnknown ? { expected, unknown, lost } : null;
}

function sayRollouts(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "rollout" : "rollouts"}`;
}

/** In a sentence, for a person or a script beside the trainer. */
export function describeDeadCollector({ expected, unknown, lost }: DeadCollector): string {
  if (lost === 0)
    return `The collector died: ${sayRollouts(expected)} ${expected === 1 ? "was" : "were"} declared, and none was heard of.`;
  const heard =
    lost === 1
      ? "the only one that was heard of is lost"
      : `all ${lost.toLocaleString("en")} that were heard of are lost`;
  const never = `${unknown.toLocaleString("en")} ${unknown === 1 ? "was" : "were"} never dispatched`;
  return `The collector died: of ${sayRollouts(expected)} ${never}, and ${heard}.`;
}
