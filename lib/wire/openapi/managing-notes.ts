/** What the members of requests and answers about managing runs mean. */

import type { ProjectRename, WireProject, WireProjectRenamed } from "../project";
import type { WireRestore } from "../restore";
import type { RetentionRulePut, WireRetentionRule } from "../retention";
import type { RemovalPost, WireRemoval } from "../run-removal";
import type { WireStorage } from "../storage";

type Notes<Fields> = Readonly<Record<keyof Fields, string>>;

const removal: Notes<WireRemoval> = {
  run: "The name in the address.",
  name: "Its title, where it has one.",
  contents:
    "All that goes with it. issues_only_here: failure issues that were seen in no other run; triaged_issues_only_here: those of them that somebody did something about, which stay. bytes: about.",
  asked_by: "Who asked for it, as they signed.",
  asked_at: "When, UTC; null: nobody asked for it.",
  due_at: "When it goes for good, UTC; null: nobody asked for it.",
  wait_minutes: "How long a run waits on this server unless a request says so.",
};

const removalPost: Notes<RemovalPost> = {
  name: "The run's name again, to the letter.",
  wait_minutes: "How long it can be brought back; as FALSEZERO_REMOVAL_MINUTES says unless told.",
  by: "Who asks for it.",
};

const rule: Notes<WireRetentionRule> = {
  project: "The project whose runs it holds for; null: all whose project has none of its own.",
  payload_days: "Days after a run's last activity until the text of its rollouts goes; null: it is kept.",
  rollout_days:
    "Days until the rollouts themselves go. Their steps are sealed: summaries, incidents and counts of issues stay.",
  archived_days: "Days after it was archived until a run is removed, with the ordinary wait; null: it is kept.",
  version: "Grows with every change; PUT takes it as a condition, and null where there is no rule yet.",
  changed_by: "Who changed it last, as they signed.",
  changed_at: "When, UTC.",
};

const rulePut: Notes<RetentionRulePut> = {
  project: rule.project,
  payload_days: rule.payload_days,
  rollout_days: rule.rollout_days,
  archived_days: rule.archived_days,
  version: "The version that was seen; null, or left out: there was no rule.",
  by: "Who changes it.",
};

const storage: Notes<WireStorage> = {
  database_bytes: "The file, without its log.",
  free_bytes: "Of it, pages that what comes next is written to first.",
  wal_bytes: "The write-ahead log.",
  runs: "Largest first. payload_bytes: text, as kept; summary_bytes: summaries of steps; row_bytes: the run's share of all else, by its rollouts.",
};

const restore: Notes<WireRestore> = {
  revision: "Of the data now: its epoch was never seen, so that whoever follows live reads everything again.",
  replaced: "The file in the data folder that holds what was there; null: nothing was.",
};

const project: Notes<WireProject> = {
  project: "As runs say it.",
  runs: "Runs that say it, archived ones too.",
  archived: "Of them, those that are archived.",
  rollouts: "Of all of them.",
  last_seen_at: "When one of them was last heard of, UTC.",
};

const projectRename: Notes<ProjectRename> = {
  from: "The project as runs say it now.",
  to: "What they say from now on.",
  merge: "Where runs say the other name already: false refuses, true makes one project of both.",
  by: "Who renames it.",
};

const projectRenamed: Notes<WireProjectRenamed> = {
  project: "What it is called now.",
  runs: "Runs that said the old name.",
  merged: "There was a project of that name, and they are one now.",
};

export const managingNotes = {
  Project: project,
  ProjectRename: projectRename,
  ProjectRenamed: projectRenamed,
  Restore: restore,
  Removal: removal,
  RemovalPost: removalPost,
  RetentionRule: rule,
  RetentionRulePut: rulePut,
  Storage: storage,
} as const;
