import type { StoredRollout } from "@/lib/core/stored-rollout";
import { formatCount } from "./format";
import { everyRollout, rolloutsPath } from "./rollout-view";
import { runHref } from "./run-links";

interface Crumb {
  readonly label: string;
  readonly href?: string;
}

/** The way to one rollout: run, its step's rollouts, itself. */
export function listRolloutCrumbs(
  rollout: Pick<StoredRollout, "run" | "step" | "split" | "group" | "sample" | "id" | "key">,
  title: string | null,
): Crumb[] {
  const { run, step, split, group, sample, id, key } = rollout;
  const own =
    group === null ? (id ?? `rollout ${key}`) : `group ${group}${sample === null ? "" : `, sample ${sample}`}`;
  const list = { ...everyRollout, split, from: step, to: step };
  return [
    { label: "Runs", href: "/" },
    { label: title ?? run, href: runHref(run) },
    { label: step === null ? "rollouts" : `step ${formatCount(step)}`, href: rolloutsPath(run, list) },
    { label: own },
  ];
}
