/** What is told about one rollout beside its outcome: names and values as they are written. What is not told is not there. */
import type { StoredRollout } from "@/lib/core/stored-rollout";
import { formatCount, formatDuration, formatNumber } from "./format";

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Whether the value is the sender's own word. */
  readonly foreign: boolean;
}

export interface TimeFact {
  readonly name: string;
  readonly at: number;
}

function told(name: string, value: string | null, foreign = false): Fact[] {
  return value === null ? [] : [{ name, value, foreign }];
}

function count(value: number | null): string | null {
  return value === null ? null : formatCount(value);
}

function number(value: number | null): string | null {
  return value === null ? null : formatNumber(value);
}

function writePolicy(policy: StoredRollout["policyStep"]): string | null {
  if (policy === null) return null;
  const [first, last] = policy;
  return first === last ? formatCount(first) : `${formatCount(first)}–${formatCount(last)}`;
}

/** Where the rollout belongs. */
export function listPlaceFacts(rollout: StoredRollout): Fact[] {
  return [
    ...told("Step", count(rollout.step)),
    ...told("Split", rollout.split === "train" ? null : rollout.split),
    ...told("Segment", rollout.segmentName, true),
    ...told("Environment", rollout.environment, true),
    ...told("Group", rollout.group, true),
    ...told("Sample", count(rollout.sample)),
    ...told("Id", rollout.id, true),
    ...told("Session", rollout.sessionId, true),
    ...told("Policy step", writePolicy(rollout.policyStep)),
  ];
}

/** How long it was, in time, turns and tokens. */
export function listSizeFacts(rollout: StoredRollout): Fact[] {
  return [
    ...told("Duration", rollout.durationMs === null ? null : formatDuration(rollout.durationMs)),
    ...told("Turns", count(rollout.turns)),
    ...told("Input tokens", count(rollout.inputTokens)),
    ...told("Output tokens", count(rollout.outputTokens)),
    ...told("Truncated", rollout.truncated === null ? null : rollout.truncated ? "yes" : "no"),
  ];
}

/** Reward as it was sent, its components, and what the trainer says it made of it. */
export function listRewardFacts(rollout: StoredRollout): Fact[] {
  return [
    ...told("Reward as sent", number(rollout.reward)),
    ...rollout.rewardComponents.map(([name, value]) => ({ name, value: formatNumber(value), foreign: false })),
    ...told("Trainer did", rollout.disposition?.replaceAll("_", " ") ?? null),
    ...told("Trainer’s reward", number(rollout.trainerReward)),
    ...told("Advantage", number(rollout.advantage)),
  ];
}

export function listTimeFacts(rollout: StoredRollout): TimeFact[] {
  const times: readonly (readonly [string, number | null])[] = [
    ["Started", rollout.startedAt],
    ["Finished", rollout.finishedAt],
    ["Received", rollout.seenAt],
  ];
  return times.flatMap(([name, at]) => (at === null ? [] : [{ name, at }]));
}
