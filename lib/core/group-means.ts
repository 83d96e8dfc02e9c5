import { groupKey } from "./group-key";
import { type Moments, meanSorted, toMoments } from "./moments";
import type { StoredOutcome } from "./outcome";
import type { Rollout } from "./rollout";

/** The means of a step's prompt groups, evidence only: what detection compares between steps. */
export interface GroupMeans {
  /** Of the groups with evidence; a rollout without a group is one of its own. */
  readonly evidence: Moments;
  /** The same for each component of the reward. */
  readonly components: Readonly<Record<string, Moments>>;
}

export interface GroupMeansMember {
  readonly group: string | null;
  readonly environment: string | null;
  readonly outcome: StoredOutcome;
  readonly reward: number | null;
  readonly rewardComponents: Rollout["rewardComponents"];
}

/** Values by group. */
class Groups {
  readonly #means: number[] = [];
  readonly #groups = new Map<string, number[]>();

  add(environment: string | null, group: string | null, value: number): void {
    if (group === null) {
      this.#means.push(value);
      return;
    }
    const key = groupKey(environment, group);
    const values = this.#groups.get(key);
    if (values === undefined) this.#groups.set(key, [value]);
    else values.push(value);
  }

  toMoments(): Moments {
    const means = [...this.#means];
    for (const values of this.#groups.values()) means.push(meanSorted(values.sort((a, b) => a - b)) ?? 0);
    return toMoments(means);
  }
}

/** Blind to the order of the members. */
export function summariseGroupMeans(members: readonly GroupMeansMember[]): GroupMeans {
  const evidence = new Groups();
  const components = new Map<string, Groups>();
  for (const { environment, group, outcome, reward, rewardComponents } of members) {
    if (outcome !== "scored") continue;
    if (reward !== null) evidence.add(environment, group, reward);
    for (const [name, value] of rewardComponents) {
      const groups = components.get(name) ?? new Groups();
      components.set(name, groups);
      groups.add(environment, group, value);
    }
  }
  const named = [...components].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    evidence: evidence.toMoments(),
    components: Object.fromEntries(named.map(([name, groups]) => [name, groups.toMoments()])),
  };
}
