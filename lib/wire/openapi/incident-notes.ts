/** What the members of incidents, verdicts and overrides mean. */
import type { z } from "zod";
import type { WireIncident } from "../incident";
import type { WireIncidents } from "../incidents";
import type { OverridePost, WireOverride } from "../override";
import type { WireVerdict } from "../verdict";

type Notes<Fields> = Readonly<Record<keyof Fields, string>>;

const incident: Notes<WireIncident> = {
  id: "The same for as long as it is the same incident, through late rows, restarts and rebuilds.",
  words: "How bad, since when, what, and what it was before.",
  series: "The most specific series that explains it, such as kind:session_lost, masked or reward.",
  environment: "The environment that carries it; null: the whole run.",
  split: "train or eval.",
  segment: "The launch that its onset lies in.",
  detector: "rate: a count rose. level: it was bad from the start. reward: a mean fell.",
  onset: "First step of it; null: eval rollouts outside any step.",
  onset_range: "First and last step that may be the onset.",
  onset_at: "When the last rollout of the onset's step finished, else when the first was heard of.",
  policy_steps: "First and last version of the policy that generated the onset's rollouts; null where none was told.",
  opened: "The step at which it was known.",
  opened_at: "When it was first known, UTC.",
  last_step: "Newest step of it.",
  end: "Last step of it; null while it goes on.",
  state: "open, ended, or rolled_back: a newer launch ran its steps again.",
  severity: "By the share of a step's rollouts that it takes: critical from a half, major from a tenth, else minor.",
  expected: "A person marked it as expected: it counts in no verdict and no alert.",
  share: "The share of a step's rollouts that it takes above the baseline.",
  steps: "Steps of it.",
  complete_steps: "Of those, the complete ones.",
  before:
    "The baseline: x of n, or for a reward n groups with mean and standard error; null where it was bad from the start.",
  during: "The same over its steps.",
  excess: "Rollouts above what the baseline would have given; null for a mean.",
  evidence_left: "Scored rollouts, and groups with any, in its steps.",
  reward:
    "What the reward did meanwhile: cause is failures, policy_or_verifier, mix, not_measurable, no_signal or null; attribution says whose the change of the mean as scored is, in parts that sum to it.",
  groups: "What it did to the prompt groups of its steps.",
  precursors: "The same kinds in the 200 steps before, degraded ones included.",
  also: "Other series that it shows in.",
  shifts: "Every series and environment that it shows in, with the numbers that each was judged by.",
};

const verdict: Notes<WireVerdict> = {
  verdict:
    "stop: a critical incident is open, or a major one for 3 complete steps. watch: any other, or nothing comes any more. blind: nothing says how rollouts fail, so that only zeros are watched. learning: too few steps to judge by. ok.",
  reason: "Why, in words.",
  incident: "The id of the incident that it is about; null where it is about none.",
  last_clean_checkpoint: "The newest declared checkpoint that holds nothing of an open or rolled-back incident.",
};

const incidents: Notes<WireIncidents> = {
  run: "The run's name.",
  revision: "What a live stream continues from.",
  incidents: "Newest onset first.",
  verdict: "What to do now.",
};

const overridePost: Notes<z.input<typeof OverridePost>> = {
  kind: "accept: from here on this is normal, and what was an incident there is none. expect: it stays, and counts in no verdict and no alert.",
  incident: "The id of an incident: all its series, from its onset on. Else a series and a step.",
  series: "A series by name, such as kind:session_lost.",
  environment: "The environment that it is about; left out: the whole run, and each of its environments.",
  step: "From this step on.",
  note: "Why.",
  author: "Who says so.",
};

const override: Notes<WireOverride> = {
  id: "Its number.",
  kind: "accept or expect; sensitivity and runbook: a setting that was changed.",
  incident: "The incident that it was said of; null: a series, or a setting.",
  series: "Every series that it holds for.",
  step: "From this step on; null for a setting, and for eval rollouts outside any step.",
  value: "What a setting was changed to.",
  note: "Why.",
  author: "Who said so.",
  created_at: "When, UTC.",
  withdrawn_at: "When it was taken back, UTC; null: it holds.",
};

export const incidentNotes = {
  Incident: incident,
  Incidents: incidents,
  Verdict: verdict,
  OverridePost: overridePost,
  Override: override,
} as const;
