/** What is kept how long: which runs a rule holds for, and what it does to them now. */

const dayMs = 24 * 3_600_000;

/** payloads: the text of rollouts; rollouts: their rows too, the summaries stay; removal: an archived run, all of it. */
export const retentionActs = ["payloads", "rollouts", "removal"] as const;
export type RetentionAct = (typeof retentionActs)[number];

/** Days since the last activity of a run, or since it was archived; null: kept. */
export interface RetentionTerms {
  readonly payloadDays: number | null;
  readonly rolloutDays: number | null;
  readonly archivedDays: number | null;
}

export interface RetentionRule extends RetentionTerms {
  readonly id: number;
  /** null: all runs whose project has no rule of its own. */
  readonly project: string | null;
  readonly version: number;
  readonly changedBy: string | null;
  readonly changedAt: number;
}

/** What a rule looks at. */
export interface RetainedRun {
  readonly run: string;
  readonly project: string | null;
  readonly tags: readonly string[];
  /** When it was last heard of, else made, epoch ms. */
  readonly activeAt: number;
  readonly archivedAt: number | null;
  readonly openIncidents: number;
}

/** The tag that keeps a run from every rule. */
const keepTag = "keep";

export type Protection = "kept_by_tag" | "open_incident";

export interface DueAct {
  readonly act: RetentionAct;
  readonly rule: RetentionRule;
  /** Why it is not done; null: it is. */
  readonly protection: Protection | null;
}

function findRule(rules: readonly RetentionRule[], project: string | null): RetentionRule | null {
  const own = project === null ? undefined : rules.find((rule) => rule.project === project);
  return own ?? rules.find((rule) => rule.project === null) ?? null;
}

/** A run that somebody put away is done with, whatever incident it ended in. */
function findProtection(run: RetainedRun): Protection | null {
  if (run.tags.includes(keepTag)) return "kept_by_tag";
  return run.openIncidents > 0 && run.archivedAt === null ? "open_incident" : null;
}

function isOver(since: number | null, days: number | null, now: number): boolean {
  return since !== null && days !== null && now - since >= days * dayMs;
}

/** What a rule does to a run now, the mildest act first; of removal and what it includes, removal alone. */
export function judgeRetention(run: RetainedRun, rules: readonly RetentionRule[], now: number): readonly DueAct[] {
  const rule = findRule(rules, run.project);
  if (rule === null) return [];
  const protection = findProtection(run);
  if (isOver(run.archivedAt, rule.archivedDays, now)) return [{ act: "removal", rule, protection }];
  if (isOver(run.activeAt, rule.rolloutDays, now)) return [{ act: "rollouts", rule, protection }];
  return isOver(run.activeAt, rule.payloadDays, now) ? [{ act: "payloads", rule, protection }] : [];
}

/** What a rule would do to a run now, counted. */
export interface PlannedAct {
  readonly run: string;
  readonly act: RetentionAct;
  /** In words. */
  readonly rule: string;
  readonly protection: Protection | null;
  readonly steps: number;
  readonly rollouts: number;
  /** About. */
  readonly bytes: number;
  /** When the run was last heard of, as it was planned: one that was heard of since is left alone. */
  readonly activeAt: number;
}

/** An entry of the book of what rules did. */
export interface DoneAct {
  readonly at: number;
  readonly act: RetentionAct;
  readonly run: string;
  readonly rule: string;
  readonly steps: number;
  readonly rollouts: number;
  readonly bytes: number;
}

/** A rule in words, as the book of what rules did keeps it. */
export function describeRule({ project, payloadDays, rolloutDays, archivedDays }: Omit<RetentionRule, "id">): string {
  const terms = [
    payloadDays === null ? null : `text after ${payloadDays} d`,
    rolloutDays === null ? null : `rollouts after ${rolloutDays} d`,
    archivedDays === null ? null : `archived runs after ${archivedDays} d`,
  ].filter((term) => term !== null);
  const what = terms.length === 0 ? "everything is kept" : terms.join(", ");
  return `${project === null ? "all runs" : `project ${project}`}: ${what}`;
}
