import { lostRate } from "@/lib/core/coverage";
import { describeDeadCollector, findDeadCollector } from "@/lib/core/dead-collector";
import { fateOf } from "@/lib/core/detect/incident-words";
import type { RewardEffect } from "@/lib/core/detect/reward-cause";
import type { ReportPart, ReportSection, ReportSentence } from "@/lib/core/report/document";
import type { IncidentFigures, StretchFigures } from "@/lib/core/report/figures";
import { hasEnded } from "@/lib/core/run";
import type { RunIncident } from "@/lib/core/run-incident";
import { speaksOfFailure } from "@/lib/core/speaks-of-failure";
import { formatCount, formatNoun, formatOf, formatPercent, formatReward } from "../format";
import { formatSigned } from "../format-change";
import { countAllOf } from "../incident-links";
import { explainCause, hidesInEvidence } from "../incident-reward";
import type { Counted } from "../run-links";
import { sayDelay } from "./detection-delay";
import { nameIncident, nameSteps, sayChange, saySpan } from "./incident-past";
import { counting, dim, plain, type ReportContext, section, strong } from "./report-parts";
import { reportTerms } from "./report-terms";

/** What it means that rollouts ended so. */
function sayMeaning({ incident, during, lost }: IncidentFigures, run: string): ReportSentence {
  const { coverage } = during;
  const all = countAllOf(incident);
  const evidence = counting(strong(formatNoun(coverage.scored, "rollout")), run, { ...all, outcome: "scored" });
  const left = [
    evidence,
    plain(` of ${formatCount(coverage.expected)} expected ${coverage.scored === 1 ? "is" : "are"} left as evidence.`),
  ];
  if (incident.series === "suspected_false_zeros") {
    return [
      plain(
        "A suspicion by rule, not a report: they have exactly the reward of a failure, name no failure, and were told to have generated nothing. They count as scored.",
      ),
    ];
  }
  if (incident.series === "zero_rewards") {
    return [
      plain("By rewards alone, failures and a policy that got worse look the same: nothing says which these are."),
    ];
  }
  if (fateOf(incident) === "degraded") {
    return [
      plain(
        "They were scored all the same, and count as evidence; the failure that they name may have weighed on their rewards.",
      ),
    ];
  }
  if (lost === 0) return [];
  return [plain("Rollouts that were lost say nothing about the policy, whatever reward they carry: "), ...left];
}

/** ` (Group means of the evidence: 15.9% before, 5% during.)`. */
function writeEvidence({ before, during }: RewardEffect["evidence"], inPercent: boolean): string {
  if (before.mean === null || during.mean === null) return "";
  const write = (mean: number) => formatReward(mean, inPercent);
  return ` (Group means of the evidence: ${write(before.mean)} before, ${write(during.mean)} during.)`;
}

/** What became of the reward, and whose that is. */
function sayReward({ incident, attribution }: IncidentFigures, inPercent: boolean): ReportSentence {
  const { before, during } = incident.reward.asScored;
  if (before.mean === null || during.mean === null) {
    return [plain("There is no reward on both sides of the onset, so its change is not known.")];
  }
  const write = (mean: number) => formatReward(mean, inPercent);
  const verb = during.mean < before.mean ? "fell" : during.mean > before.mean ? "rose" : "stayed";
  const moved: ReportPart[] = [
    strong(`Mean reward as scored ${verb} from ${write(before.mean)} to ${write(during.mean)}`),
    dim(` (n ${formatCount(before.n)} before, ${formatCount(during.n)} during)`),
  ];
  const why = explainCause(incident.reward.cause, incident);
  const rest = why === null ? [] : [plain(` ${why}${writeEvidence(incident.reward.evidence, inPercent)}`)];
  if (attribution === null || attribution.change === 0 || hidesInEvidence(incident))
    return [...moved, plain("."), ...rest];
  const unit = inPercent ? " points" : "";
  const signed = (value: number) => `${formatSigned(value, inPercent)}${unit}`;
  return [
    ...moved,
    plain(`: ${signed(attribution.change)}, of which `),
    strong(`${signed(attribution.lost)} are the lost rollouts`),
    plain(` and ${signed(attribution.survivors)} the ones that came through.`),
    ...rest,
  ];
}

/** The rollouts of the steps behind an incident, in its own place. */
function countBehind(incident: RunIncident, { firstStep, lastStep }: StretchFigures): Counted {
  const steps = firstStep === null || lastStep === null ? undefined : { from: firstStep, to: lastStep };
  return { ...countAllOf(incident), steps };
}

/** How it went on. */
function sayEnd(figures: IncidentFigures, { data, run }: ReportContext): ReportSentence {
  const { incident, after } = figures;
  const { detail, superseded } = data;
  if (incident.state === "open") {
    const ended = { finished: "finished", crashed: "crashed", stopped: "was stopped" } as const;
    const { state } = detail;
    const run = hasEnded(state) ? ended[state] : null;
    return [plain(run === null ? "It is still going on." : `It had not ended when the run ${run}.`)];
  }
  if (incident.state === "rolled_back") {
    const back = superseded.length;
    return [
      plain(
        `A newer launch ran its steps again, so that it counts in no current number; the rows are kept (${formatNoun(back, "superseded step")}).`,
      ),
    ];
  }
  if (after === null || after.steps === 0) return [plain("It ended with the last step heard of.")];
  const lost = lostRate(after.coverage);
  const share = lost.n === 0 ? "none had a result" : `${formatPercent(lost.count / lost.n)} lost (${formatOf(lost)})`;
  return [
    plain(`It ended after ${nameSteps(incident)}: `),
    counting(plain(`in the ${formatNoun(after.steps, "complete step")} behind it`), run, countBehind(incident, after)),
    plain(` ${share}.`),
  ];
}

const worldWords = {
  as_scored: "The trainer was told to learn from every reward as scored, the lost ones included.",
  loss_mask_only: "The trainer was told to mask the loss of lost rollouts; they still vote in their group's baseline.",
  evidence_only: "The trainer was told to leave lost rollouts out.",
  drop_group: "The trainer was told to drop groups that lost a rollout.",
} as const;

/** What the trainer made of it, and where one can go back to. */
function sayTrainer({ data }: ReportContext): ReportSentence {
  const { detail, verdict } = data;
  const { world } = detail.settings;
  const clean = verdict.lastCleanCheckpoint;
  const treatment = world === null ? "What the trainer did with lost rollouts was not told." : worldWords[world];
  const checkpoint =
    clean === null
      ? " No checkpoint before it is known to be clean."
      : ` The last clean checkpoint is ${clean.name} (step ${formatCount(clean.step)}).`;
  return [plain(treatment), plain(checkpoint)];
}

function sayOthers(context: ReportContext): ReportSentence {
  const told = context.data.figures[0]?.incident.id;
  const others = context.data.incidents.filter(({ id }) => id !== told);
  if (others.length === 0) return [];
  const names = others.slice(0, 4).flatMap((incident, index): ReportPart[] => {
    const state = incident.isExpected ? "expected, " : incident.state === "rolled_back" ? "rolled back, " : "";
    return [
      plain(index === 0 ? "" : "; "),
      ...nameIncident(incident),
      plain(` (${state}${incident.severity}, ${nameSteps(incident)})`),
    ];
  });
  const more = others.length > 4 ? `; and ${formatCount(others.length - 4)} more` : "";
  return [strong(`${formatNoun(others.length, "other incident")}: `), ...names, plain(`${more}.`)];
}

function sayIncident(figures: IncidentFigures, context: ReportContext): ReportSentence[] {
  const { run, inPercent } = context;
  return [
    [
      ...saySpan(figures, run),
      plain(", "),
      ...sayChange(figures.incident, run, inPercent),
      plain(" "),
      ...sayMeaning(figures, run),
    ],
    sayReward(figures, inPercent),
    [...sayDelay(figures), plain(" "), ...sayEnd(figures, context), plain(" "), ...sayTrainer(context)],
    sayOthers(context),
  ];
}

/** How many of what came were lost, with both numbers. */
function sayLost({ whole, run }: ReportContext): ReportSentence {
  const lost = lostRate(whole.coverage);
  if (lost.n === 0) return [plain("Every rollout that came back was left out on purpose.")];
  if (lost.count === 0) return [plain(`None of ${formatNoun(lost.n, "rollout")} was lost.`)];
  return [
    plain(`${formatPercent(lost.count / lost.n)} of rollouts were lost: `),
    counting(plain(formatOf(lost)), run, {}),
    plain("."),
  ];
}

/** How much it says that nothing was found. */
function sayDoubt({ data }: ReportContext): ReportSentence {
  if (!speaksOfFailure(data.steps)) {
    return [
      strong("No failure reporting: "),
      plain(
        "nothing says how rollouts of this run fail, so only their zeros could be watched. That nothing was found says little.",
      ),
    ];
  }
  if (data.verdict.verdict !== "learning") return [];
  return [strong("Too early: "), plain("detection learns from the first complete steps, and judges from then on.")];
}

/** null where the collector did not die. */
function sayDied({ data }: ReportContext): ReportSentence | null {
  const dead = findDeadCollector(data.steps);
  return dead === null ? null : [strong(`${describeDeadCollector(dead)} `), plain("Its own log says why.")];
}

/** A run without an incident. */
function sayUneventful(context: ReportContext): ReportSentence[] {
  const { data, whole, inPercent } = context;
  const died = sayDied(context);
  if (died !== null) return [died, sayOthers(context)];
  const { mean, n } = whole.evidence;
  const reward =
    mean === null
      ? "There is no evidence of the policy’s reward."
      : `Mean reward on evidence is ${formatReward(mean, inPercent)} (n ${formatCount(n)}).`;
  const found = data.incidents.length === 0 ? "" : " but those that somebody expects, or that were rolled back";
  return [
    [
      strong(`No incident was found${found} in ${formatNoun(whole.steps, "step")}. `),
      ...sayLost(context),
      plain(` ${reward}`),
    ],
    sayDoubt(context),
    sayOthers(context),
  ];
}

/** A run of which there is nothing to sum up. */
function sayNothing(context: ReportContext): ReportSentence[] {
  const { data } = context;
  const died = sayDied(context);
  const evals = data.evalSteps.reduce((total, step) => total + step.received, 0);
  if (evals > 0) {
    return [
      ...(died === null ? [] : [died]),
      [
        strong(`This run has only eval rollouts: ${formatCount(evals)}. `),
        plain("They are counted below; charts, incidents and the reward are of train rollouts."),
      ],
    ];
  }
  if (died !== null) return [died];
  const declared = data.steps.reduce((total, step) => total + step.expected, 0);
  if (declared > 0) {
    return [
      [
        strong("Nothing has come yet. "),
        plain(`${formatNoun(declared, "rollout")} ${declared === 1 ? "was" : "were"} declared, and none was heard of.`),
      ],
    ];
  }
  return [[strong("Nothing has been heard of this run yet. "), plain("The report writes itself once rollouts come.")]];
}

/** How the run stands, in a few words: for titles. */
export function toHeadline({ data, whole }: ReportContext): string {
  const [first] = data.figures;
  if (first !== undefined) return `${first.incident.severity} incident, ${nameSteps(first.incident)}`;
  if (findDeadCollector(data.steps) !== null) return "collector died";
  if (whole.coverage.received > 0) return "no incident";
  return data.evalSteps.length > 0 ? "eval only" : "nothing heard of yet";
}

/** The whole of it, first. */
export function writeSummary(context: ReportContext): ReportSection {
  const [first] = context.data.figures;
  const prose =
    first !== undefined
      ? sayIncident(first, context)
      : context.whole.coverage.received > 0
        ? sayUneventful(context)
        : sayNothing(context);
  const isEmpty = context.whole.coverage.received === 0 && context.data.evalSteps.length === 0;
  return section("summary", "Summary", prose, isEmpty ? [] : [reportTerms]);
}
