import { z } from "zod";
import { sensitivityNames } from "@/lib/core/detect/sensitivity";
import { severities } from "@/lib/core/detect/severity";
import { verdictNames } from "@/lib/core/detect/verdict";
import type { WorldInference } from "@/lib/core/infer-world";
import type { RunDetail, RunOverview, RunSettings } from "@/lib/core/run";
import { baselines, onFailedPolicies, runStates, worlds } from "@/lib/core/run";
import { fromWireAnnotation, toWireAnnotation, WireAnnotation } from "./annotation";
import { fromWireOverride, toWireOverride, WireOverride } from "./override";
import { recordOf } from "./record-of";
import { Measure } from "./rollout-row";
import { fromWireSegment, toWireSegment, WireSegment } from "./segment";
import { fromWireTime, toWireTime } from "./step";

const count = z.int().min(0);
const time = z.iso.datetime().nullable();
const shortText = z.string().max(200);

/** What can be said about a run; what is left out stays, and null unsets. */
export const RunPatch = z.strictObject({
  name: shortText.nullable().optional(),
  project: shortText.nullable().optional(),
  tags: z.array(z.string().min(1).max(64)).max(32).optional(),
  description: z.string().max(10_000).nullable().optional(),
  config: recordOf(z.unknown()).nullable().optional(),
  expected_per_step: z.int().min(1).max(10_000_000).nullable().optional(),
  group_size: z.int().min(1).max(1_000_000).nullable().optional(),
  world: z.enum(worlds).nullable().optional(),
  baseline: z.enum(baselines).nullable().optional(),
  normalised: z.boolean().nullable().optional(),
  on_failed: z.enum(onFailedPolicies).nullable().optional(),
  failure_reward: Measure.optional(),
  reward_range: z.tuple([z.number(), z.number()]).nullable().optional(),
  runbooks: recordOf(z.url({ protocol: /^https?$/ })).optional(),
  sensitivity: z.enum(sensitivityNames).optional(),
  asynchronous: z.boolean().optional(),
  archived: z.boolean().optional(),
  version: count.optional(),
});
export type RunPatch = z.infer<typeof RunPatch>;

/** What each setting is called inside, and on the wire. */
const settingNames: readonly (readonly [keyof RunSettings, keyof RunPatch])[] = [
  ["title", "name"],
  ["project", "project"],
  ["tags", "tags"],
  ["description", "description"],
  ["config", "config"],
  ["expectedPerStep", "expected_per_step"],
  ["groupSize", "group_size"],
  ["world", "world"],
  ["baseline", "baseline"],
  ["normalised", "normalised"],
  ["onFailed", "on_failed"],
  ["failureReward", "failure_reward"],
  ["rewardRange", "reward_range"],
  ["runbooks", "runbooks"],
  ["sensitivity", "sensitivity"],
  ["asynchronous", "asynchronous"],
];

/** camelCase settings of a patch; only what was sent. */
export function toRunSettings(patch: RunPatch): Partial<RunSettings> {
  const entries = settingNames.map(([inside, outside]) => [inside, patch[outside]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The way back: a patch that tells these settings. */
export function toRunPatch(settings: Partial<RunSettings>): Record<string, unknown> {
  const entries = settingNames.map(([inside, outside]) => [outside, settings[inside]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const WireSettings = z.object({
  name: z.string().nullable(),
  project: z.string().nullable(),
  tags: z.array(z.string()),
  description: z.string().nullable(),
  config: recordOf(z.unknown()).nullable(),
  expected_per_step: count.nullable(),
  group_size: count.nullable(),
  world: z.enum(worlds).nullable(),
  baseline: z.enum(baselines).nullable(),
  normalised: z.boolean().nullable(),
  on_failed: z.enum(onFailedPolicies).nullable(),
  failure_reward: z.number(),
  reward_range: z.tuple([z.number(), z.number()]).nullable(),
  runbooks: recordOf(z.string()),
  sensitivity: z.enum(sensitivityNames),
  asynchronous: z.boolean(),
});

const WireHeadline = z.object({
  id: z.string(),
  series: z.string(),
  environment: z.string().nullable(),
  onset: count.nullable(),
  severity: z.enum(severities),
  words: z.string(),
});

/** One run of the list. */
export const WireRun = z.object({
  run: z.string(),
  ...WireSettings.shape,
  state: z.enum(runStates),
  last_step: count.nullable(),
  rollouts: count,
  created_at: z.iso.datetime(),
  last_seen_at: time,
  open_incidents: count,
  verdict: z.enum(verdictNames),
  headline: WireHeadline.nullable(),
  archived_at: time,
  version: count,
});
export type WireRun = z.infer<typeof WireRun>;

const Candidate = z.object({ world: z.enum(worlds), baseline: z.enum(baselines), normalised: z.boolean() });
const Agreed = z.object({ count, n: count });

/** What the trainer's own advantages say of the world that it lives in. */
const WireInference = z.discriminatedUnion("state", [
  z.object({ state: z.literal("not_told") }),
  z.object({ state: z.literal("inferred"), world: z.enum(worlds), fits: z.array(Candidate), agreed: Agreed }),
  z.object({
    state: z.literal("ambiguous"),
    because: z.enum(["no_touched_groups", "several_worlds_fit"]),
    fits: z.array(Candidate),
  }),
  z.object({ state: z.literal("none_fits"), closest: Candidate, agreed: Agreed }),
]);

/** One run with its configuration, coverage, segments and comparisons with producers' own counts. */
export const WireRunDetail = WireRun.extend({
  coverage: z.object({
    expected: count,
    received: count,
    scored: count,
    masked: count,
    unscored: count,
    failed: count,
    omitted: count,
    unknown: count,
  }),
  inference: WireInference,
  segments: z.array(WireSegment),
  annotations: z.array(WireAnnotation),
  overrides: z.array(WireOverride),
  comparisons: z.array(
    z.object({
      source: z.string(),
      file: z.string(),
      step: count.nullable(),
      name: z.string(),
      theirs: z.number(),
      ours: z.number().nullable(),
      agrees: z.boolean().nullable(),
    }),
  ),
  environments: z.array(z.string()),
  labels: recordOf(z.array(z.string())),
  splits: z.array(z.string()),
});
export type WireRunDetail = z.infer<typeof WireRunDetail>;

function toInstant(at: number): string {
  return new Date(at).toISOString();
}

export function toWireRun(run: RunOverview): WireRun {
  const { settings } = run;
  return {
    run: run.run,
    name: settings.title,
    project: settings.project,
    tags: [...settings.tags],
    description: settings.description,
    config: settings.config === null ? null : { ...settings.config },
    expected_per_step: settings.expectedPerStep,
    group_size: settings.groupSize,
    world: settings.world,
    baseline: settings.baseline,
    normalised: settings.normalised,
    on_failed: settings.onFailed,
    failure_reward: settings.failureReward,
    reward_range: settings.rewardRange === null ? null : [settings.rewardRange[0], settings.rewardRange[1]],
    runbooks: { ...settings.runbooks },
    sensitivity: settings.sensitivity,
    asynchronous: settings.asynchronous,
    state: run.state,
    last_step: run.lastStep,
    rollouts: run.rollouts,
    created_at: toInstant(run.createdAt),
    last_seen_at: toWireTime(run.lastSeenAt),
    open_incidents: run.openIncidents,
    verdict: run.verdict,
    headline: run.headline,
    archived_at: toWireTime(run.archivedAt),
    version: run.version,
  };
}

function toWireInference(inference: WorldInference): z.infer<typeof WireInference> {
  return inference.state === "inferred" || inference.state === "ambiguous"
    ? { ...inference, fits: [...inference.fits] }
    : inference;
}

export function toWireRunDetail(detail: RunDetail): WireRunDetail {
  return {
    ...toWireRun(detail),
    coverage: detail.coverage,
    inference: toWireInference(detail.inference),
    segments: detail.segments.map(toWireSegment),
    annotations: detail.annotations.map(toWireAnnotation),
    overrides: detail.overrides.map(toWireOverride),
    comparisons: [...detail.comparisons],
    environments: [...detail.environments],
    labels: Object.fromEntries(Object.entries(detail.labels).map(([name, values]) => [name, [...values]])),
    splits: [...detail.splits],
  };
}

export function fromWireRun(wire: WireRun): RunOverview {
  return {
    run: wire.run,
    settings: {
      title: wire.name,
      project: wire.project,
      tags: wire.tags,
      description: wire.description,
      config: wire.config,
      expectedPerStep: wire.expected_per_step,
      groupSize: wire.group_size,
      world: wire.world,
      baseline: wire.baseline,
      normalised: wire.normalised,
      onFailed: wire.on_failed,
      failureReward: wire.failure_reward,
      rewardRange: wire.reward_range,
      runbooks: wire.runbooks,
      sensitivity: wire.sensitivity,
      asynchronous: wire.asynchronous,
    },
    state: wire.state,
    lastStep: wire.last_step,
    rollouts: wire.rollouts,
    createdAt: Date.parse(wire.created_at),
    lastSeenAt: fromWireTime(wire.last_seen_at),
    openIncidents: wire.open_incidents,
    verdict: wire.verdict,
    headline: wire.headline,
    archivedAt: fromWireTime(wire.archived_at),
    version: wire.version,
  };
}

export function fromWireRunDetail(wire: WireRunDetail): RunDetail {
  return {
    ...fromWireRun(wire),
    coverage: wire.coverage,
    inference: wire.inference,
    segments: wire.segments.map(fromWireSegment),
    annotations: wire.annotations.map(fromWireAnnotation),
    overrides: wire.overrides.map(fromWireOverride),
    comparisons: wire.comparisons,
    environments: wire.environments,
    labels: wire.labels,
    splits: wire.splits,
  };
}
