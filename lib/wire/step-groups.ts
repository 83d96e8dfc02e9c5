import { z } from "zod";
import { storedOutcomes } from "@/lib/core/outcome";
import { dispositions, splits } from "@/lib/core/rollout";
import type { RunDetail } from "@/lib/core/run";
import type { MemberTotals, StepGroups, StepMember } from "@/lib/core/step-groups";
import type { StepSummary } from "@/lib/core/step-summary";

const count = z.int().min(0);
const number = z.number().nullable();
const text = z.string().nullable();
const Mean = z.object({ n: count, mean: number });

const totals = {
  size: count,
  counts: z.object({ scored: count, masked: count, unscored: count, failed: count, omitted: count }),
  evidence: Mean,
  as_scored: Mean,
};

const WireMember = z.object({
  rollout: count,
  id: text,
  sample: count.nullable(),
  outcome: z.enum(storedOutcomes),
  reward: number,
  failure_kind: text,
  suspected: z.boolean(),
  advantage: number,
  disposition: z.enum(dispositions).nullable(),
});

/** A step's prompt groups, and what lies around it. */
export const WireStepGroups = z.object({
  run: z.string(),
  step: count,
  split: z.enum(splits),
  previous: count.nullable(),
  next: count.nullable(),
  segments: z.array(z.object({ segment: z.string(), counts: z.boolean() })),
  total: count,
  largest: count,
  groups: z.array(z.object({ group: text, environment: text, ...totals, rollouts: z.array(WireMember) })),
  next_offset: count.nullable(),
  environments: z.array(z.object({ environment: text, ...totals })),
  rewards: z.array(
    z.object({
      reward: z.number(),
      outcome: z.enum(storedOutcomes),
      degraded: z.boolean(),
      suspected: z.boolean(),
      count,
    }),
  ),
});
export type WireStepGroups = z.infer<typeof WireStepGroups>;

/** A step's groups with where the step stands. */
export interface PlacedGroups {
  readonly run: string;
  readonly step: number;
  readonly split: (typeof splits)[number];
  readonly place: {
    readonly previous: number | null;
    readonly next: number | null;
    readonly segments: readonly { readonly segment: string; readonly counts: boolean }[];
  };
  readonly groups: StepGroups;
}

/** Everything the page of a step shows, at one revision. */
export interface StepReading {
  readonly revision: string;
  readonly summary: StepSummary;
  readonly about: Pick<RunDetail, "settings" | "inference" | "environments" | "annotations" | "segments">;
  readonly placed: PlacedGroups;
}

function toWireTotals({ size, counts, evidence, asScored }: MemberTotals) {
  return { size, counts, evidence, as_scored: asScored };
}

function toWireMember(member: StepMember): z.infer<typeof WireMember> {
  const { key, id, sample, outcome, reward, failureKind, suspected, advantage, disposition } = member;
  return { rollout: key, id, sample, outcome, reward, failure_kind: failureKind, suspected, advantage, disposition };
}

export function toWireStepGroups({ run, step, split, place, groups }: PlacedGroups): WireStepGroups {
  return {
    run,
    step,
    split,
    previous: place.previous,
    next: place.next,
    segments: [...place.segments],
    total: groups.total,
    largest: groups.largest,
    groups: groups.groups.map(({ group, environment, members, ...sums }) => {
      return { group, environment, ...toWireTotals(sums), rollouts: members.map(toWireMember) };
    }),
    next_offset: groups.next,
    environments: groups.environments.map(({ environment, ...sums }) => ({ environment, ...toWireTotals(sums) })),
    rewards: [...groups.rewards],
  };
}

/** Reads what the API sent. @throws ZodError where it is something else. */
export function parseStepGroups(json: unknown): PlacedGroups {
  const wire = WireStepGroups.parse(json);
  const { run, step, split, previous, next, segments, total, largest, rewards } = wire;
  const fromTotals = ({ size, counts, evidence, as_scored: asScored }: (typeof wire.environments)[number]) => {
    return { size, counts, evidence, asScored };
  };
  return {
    run,
    step,
    split,
    place: { previous, next, segments },
    groups: {
      total,
      largest,
      next: wire.next_offset,
      groups: wire.groups.map((one) => ({
        group: one.group,
        environment: one.environment,
        ...fromTotals(one),
        members: one.rollouts.map(({ rollout, failure_kind, ...member }) => {
          return { ...member, key: rollout, failureKind: failure_kind, group: one.group, environment: one.environment };
        }),
      })),
      environments: wire.environments.map((one) => ({ environment: one.environment, ...fromTotals(one) })),
      rewards,
    },
  };
}
