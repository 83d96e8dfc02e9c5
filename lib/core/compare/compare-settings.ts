import type { RunSettings } from "../run";

/** One thing that is set differently; values as JSON text, null where the run has none. */
export interface ComparedSetting {
  /** `on_failed`, `config.optimizer.lr`, `config.stages[0].name`. */
  readonly path: string;
  readonly values: readonly (string | null)[];
}

export interface ComparedSettings {
  readonly settings: readonly ComparedSetting[];
  /** Those that differ and are not listed. */
  readonly others: number;
  /** How many are set alike in all runs. */
  readonly alike: number;
}

/** Differences that are listed. */
const mostListed = 300;

const plainKey = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

function join(path: string, key: string): string {
  return plainKey.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function flatten(path: string, value: unknown, into: Map<string, string>): void {
  if (isObject(value) && Object.keys(value).length > 0) {
    for (const [key, inner] of Object.entries(value)) flatten(join(path, key), inner, into);
  } else if (Array.isArray(value) && value.some((inner) => typeof inner === "object" && inner !== null)) {
    value.forEach((inner, index) => {
      flatten(`${path}[${index}]`, inner, into);
    });
  } else if (value !== undefined) into.set(path, JSON.stringify(value));
}

/** What bears on what a run does; its title and description do not. */
function listSettings(settings: RunSettings): ReadonlyMap<string, string> {
  const told: Readonly<Record<string, unknown>> = {
    project: settings.project,
    tags: settings.tags.length === 0 ? null : [...settings.tags].sort(),
    expected_per_step: settings.expectedPerStep,
    group_size: settings.groupSize,
    world: settings.world,
    baseline: settings.baseline,
    normalised: settings.normalised,
    on_failed: settings.onFailed,
    failure_reward: settings.failureReward,
    reward_range: settings.rewardRange,
    sensitivity: settings.sensitivity,
    asynchronous: settings.asynchronous,
  };
  const paths = new Map<string, string>();
  for (const [name, value] of Object.entries(told)) if (value !== null) flatten(name, value, paths);
  if (settings.config !== null) flatten("config", settings.config, paths);
  return paths;
}

/**
 * What the runs are set to differently, path by path, in the order in which the runs name them. Lists of plain values are
 * one value; the order of the keys of an object is none.
 */
export function compareSettings(runs: readonly RunSettings[]): ComparedSettings {
  const listed = runs.map(listSettings);
  const paths = new Set(listed.flatMap((settings) => [...settings.keys()]));
  const rows = [...paths].map((path) => ({ path, values: listed.map((settings) => settings.get(path) ?? null) }));
  const differing = rows.filter(({ values }) => values.some((value) => value !== values[0]));
  return {
    settings: differing.slice(0, mostListed),
    others: Math.max(0, differing.length - mostListed),
    alike: rows.length - differing.length,
  };
}
