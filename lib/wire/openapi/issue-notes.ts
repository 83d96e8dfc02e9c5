/** What the members of everything about failure issues mean. */
import type { z } from "zod";
import type { WireIssue, WireIssueEvent, WireIssueList } from "../issue";
import type { WireIssueDetail } from "../issue-detail";
import type { WireIssueDifference } from "../issue-difference";
import type { IssueMergePost, IssueNotePost, IssuePatch, IssueUnmergePost } from "../issue-requests";

type Notes<Fields> = Readonly<Record<keyof Fields, string>>;

const by = "Who does it, in their own words; someone unless told.";

const patch: Notes<z.input<typeof IssuePatch>> = {
  version: "The version that was read. Where the issue changed since, nothing is written.",
  state: "open, acknowledged, resolved, or ignored.",
  until_rate:
    "With ignored: the share of a step's rollouts above which it is open again, surely, that is by its Wilson 95% interval. Not told: ignored whatever happens.",
  owner: "Whose it is; null: nobody's.",
  by,
};

const notePost: Notes<z.input<typeof IssueNotePost>> = { text: "What there is to say.", by };

const mergePost: Notes<z.input<typeof IssueMergePost>> = { issue: "The issue whose forms are taken.", by };

const unmergePost: Notes<z.input<typeof IssueUnmergePost>> = { fingerprint: "The form that is taken out.", by };

const issue: Notes<WireIssue> = {
  issue: "Its number, given once.",
  kind: "The failure kind of its most frequent form.",
  template: "The reason with holes for what varies.",
  parts: "The template in parts: holes stand for what varies.",
  state: "open while there is a reopening, else as decided, else open.",
  version: "Grows with every change of state, owner or forms.",
  owner: "Whose it is; null: nobody's.",
  decision: "What a person decided last, and until which rate it is ignored.",
  reopened: "Why it is open although a person had put it away: seen_again in a later step or run, or above_rate.",
  created_at: "When its first rollout came in, UTC.",
  merged_into: "The issue that has its forms now; null: it has them itself.",
  standing:
    "reopened; new: first heard of within a day, and nobody decided about it; rising: more often in the newest 10 complete steps of the run it was seen in last than in the 40 before, by Wilson 95% intervals that don't touch; else ongoing.",
  count: "Its occurrences among the rollouts that count.",
  outcomes: "The same by outcome.",
  forms: "Templates that were merged into one issue, itself included.",
  share: "Its occurrences of those of all issues, in the runs that it was seen in.",
  runs: "Runs that it was seen in.",
  spans: "The three of them that it was seen in last. failures are the run's occurrences of any issue.",
  last_at: "When its last occurrence finished, else arrived.",
  trend: "Along the newest 300 train steps of the run that it was seen in last.",
};

const list: Notes<z.infer<typeof WireIssueList>> = {
  issues: "In the order asked for.",
  others: "What a kind has beside its 200 most frequent issues, counted.",
  next: "The cursor of the next page; null: this is the last.",
  total: "Issues that match.",
};

const event: Notes<WireIssueEvent> = {
  at: "When, UTC.",
  by: "Who; null: a rule.",
  act: "reopened and withdrawn are by rule: it was seen again, or what reopened it is gone.",
  until_rate: "With ignore.",
  owner: "With own.",
  text: "With note.",
  reopening: "With reopened.",
  from: "With merge, unmerge and inherit: where the forms came from.",
  to: "With merge, unmerge and inherit: where they went.",
  templates: "With merge, unmerge and inherit: the forms.",
};

const detail: Notes<WireIssueDetail> = {
  ...issue,
  all_forms: "Its templates, the most frequent first. came_from: the issue that one was before it was merged.",
  all_spans: "Every run that it was seen in, the newest first, at most 100.",
  series:
    "Its rate along the runs that it was seen in last, at most eight: occurrences of the rollouts expected, in buckets of steps, with the largest rate of a single step.",
  samples: "The first rollouts with different reasons, to the letter.",
  history: "Everything that happened to it, the newest last.",
  suggestions:
    "Issues of the same kind whose templates say nearly the same; similarity is the Sørensen-Dice coefficient of their words. Never merged by itself.",
};

const difference: Notes<WireIssueDifference> = {
  run: "The run.",
  range: "The steps that were compared; null: the issue was not seen.",
  baseline:
    "range: the other rollouts of these steps. before: those of up to 20 steps before, where next to all failed alike.",
  against: "The steps that the others are of.",
  whole: "false: older steps were left out, since at most 50,000 rollouts are compared.",
  failing: "Rollouts of the issue.",
  others: "Rollouts that they are held against.",
  verdict:
    "separates: a context sets them apart. none_separates: none does, which is an answer. too_few: fewer than 5 on a side.",
  causes: "Contexts that were fixed before the rollout ran, those that separate first.",
  symptoms: "What came of what happened, so never a cause.",
  numbers: "Numbers by the two-sample Kolmogorov-Smirnov test, with histograms on common bins.",
  shared_sessions: "Sessions that two rollouts held at once.",
};

export const issueNotes = {
  IssuePatch: patch,
  IssueNotePost: notePost,
  IssueMergePost: mergePost,
  IssueUnmergePost: unmergePost,
  Issue: issue,
  IssueList: list,
  IssueEvent: event,
  IssueDetail: detail,
  IssueDifference: difference,
} as const;
