import type { ReportSection, ReportSentence } from "@/lib/core/report/document";
import { speaksOfFailure } from "@/lib/core/speaks-of-failure";
import type { StepSummary } from "@/lib/core/step-summary";
import { formatCount, formatNoun, formatOf } from "../format";
import { plain, type ReportContext, row, section, strong, table } from "./report-parts";

/** Something that is not known: what, why, and what would tell it. */
type Gap = readonly [what: string, why: string, remedy: string];

function sum(steps: readonly StepSummary[], read: (step: StepSummary) => number): number {
  return steps.reduce((total, step) => total + read(step), 0);
}

/** What producers did not report of their rollouts. */
function listUnreported({ data, whole }: ReportContext): Gap[] {
  const { steps } = data;
  const { coverage, groups } = whole;
  const { received } = coverage;
  const fields = sum(steps, (step) => step.reportsFailures);
  const generation = sum(steps, (step) => step.reportsGeneration);
  const timed = steps.filter((step) => step.finishedAt !== null).length;
  const policy = steps.filter((step) => step.policySteps !== null).length;
  const gaps: Gap[] = [];
  if (!speaksOfFailure(steps))
    gaps.push([
      "Failures",
      "No rollout carries a failure field, so only zeros were watched.",
      "mask_sample, failure_kind or outcome on each row",
    ]);
  else if (fields < received && fields > 0) {
    gaps.push([
      "Failures of some rollouts",
      `Only ${formatOf({ count: fields, n: received })} rollouts carry any failure field; of the others, silence is taken for success.`,
      "failure fields on each row, if only to say that there is none",
    ]);
  }
  if (generation === 0)
    gaps.push([
      "False zeros that nobody reports",
      "No producer says what was generated, so a zero for an empty answer looks like any other.",
      "output_tokens, or the output, on each row",
    ]);
  if (groups.n === 0)
    gaps.push([
      "Prompt groups",
      "Rollouts carry no group: advantages, groups without signal and how failures spread among prompts are not known.",
      "group on each row",
    ]);
  if (timed < steps.length)
    gaps.push([
      "When it happened",
      `${formatOf({ count: steps.length - timed, n: steps.length })} steps tell no time of their own; they stand where they were heard of, or nowhere.`,
      "finished_at on each row, or on the step",
    ]);
  if (policy < steps.length)
    gaps.push([
      "Policy versions",
      `${formatOf({ count: steps.length - policy, n: steps.length })} steps do not say which policy generated their rollouts.`,
      "policy_step on each row",
    ]);
  if (whole.inputTokens + whole.outputTokens === 0)
    gaps.push(["Tokens spent", "No rollout told its tokens.", "input_tokens and output_tokens on each row"]);
  if (Object.keys(data.detail.labels).length === 0)
    gaps.push([
      "Where it happened",
      "Rollouts carry no labels, so that host, pool and the like can neither be blamed nor cleared.",
      "labels on each row",
    ]);
  return gaps;
}

/** What the run was not told about its trainer. */
function listUntold({ data, whole }: ReportContext): Gap[] {
  const { settings } = data.detail;
  const { coverage } = whole;
  const dispositions = sum(data.steps, (step) =>
    Object.values(step.dispositions).reduce((total, count) => total + count, 0),
  );
  const trained = sum(data.steps, (step) => step.reward.trained.n);
  const gaps: Gap[] = [];
  if (settings.world === null && dispositions === 0)
    gaps.push([
      "What the trainer did with lost rollouts",
      "Neither the run’s world nor a disposition of any rollout was told: “as scored” is what it learns from if it ignores the masks.",
      "world on the run, or disposition on each row",
    ]);
  if (settings.onFailed === null && coverage.failed > 0)
    gaps.push([
      "What failed rollouts count as",
      `on_failed was not told: ${formatNoun(coverage.failed, "failed rollout")} ${coverage.failed === 1 ? "stays" : "stay"} out of “as scored”, and may have trained as zeros.`,
      "on_failed on the run",
    ]);
  if (trained === 0)
    gaps.push([
      "The reward that was trained",
      "No row carries the trainer’s own reward or advantage.",
      "trainer_reward or advantage on each row",
    ]);
  if (data.verdict.lastCleanCheckpoint === null)
    gaps.push([
      "A clean checkpoint to go back to",
      "No checkpoint was declared that holds nothing of an incident.",
      "checkpoint when a step is put",
    ]);
  const undeclared = data.steps.filter((step) => step.declared === null).length;
  if (undeclared > 0)
    gaps.push([
      "Rollouts that never came",
      `${formatOf({ count: undeclared, n: data.steps.length })} steps did not say how many rollouts they expect: what never came of them is not missed.`,
      "expected_per_step on the run, or expected on the step",
    ]);
  return gaps;
}

/** What is missing, or was not kept. */
function listMissing({ data, whole }: ReportContext): Gap[] {
  const { steps, figures, payloads } = data;
  const { unknown, expected } = whole.coverage;
  const filling = steps.filter((step) => !step.complete).length;
  const numbers = steps.flatMap(({ step }) => (step === null ? [] : [step]));
  const [first = 0] = numbers;
  const skipped = numbers.length === 0 ? 0 : (numbers.at(-1) ?? first) - first + 1 - numbers.length;
  const gaps: Gap[] = [];
  if (unknown > 0)
    gaps.push([
      "Unknown rollouts",
      `${formatOf({ count: unknown, n: expected })} expected rollouts were never heard of; they are counted as neither lost nor solved.`,
      "the missing rows, sent late: all of this is written anew",
    ]);
  if (skipped > 0)
    gaps.push([
      "Missing steps",
      `${formatNoun(skipped, "step")} between the first and the last ${skipped === 1 ? "was" : "were"} never heard of: a gap in every chart.`,
      "the missing steps",
    ]);
  if (filling > 0)
    gaps.push([
      "Steps still filling",
      `${formatNoun(filling, "step")} ${filling === 1 ? "is" : "are"} not complete; ${filling === 1 ? "its" : "their"} numbers will change.`,
      "the rest of their rollouts, or a finish",
    ]);
  if (payloads === "none")
    gaps.push([
      "What was said",
      "This server keeps no text of rows (FALSEZERO_PAYLOADS=none).",
      "FALSEZERO_PAYLOADS=slim",
    ]);
  if (payloads === "slim")
    gaps.push([
      "All that was said",
      "Of each row’s text the last turns are kept, up to 64 kB; token ids, log-probabilities and images are not (FALSEZERO_PAYLOADS=slim).",
      "FALSEZERO_PAYLOADS=full",
    ]);
  const survivors = figures.filter(({ incident }) => incident.reward.survivorsOnly).length;
  if (survivors > 0)
    gaps.push([
      "What lost rollouts would have scored",
      "More than a fifth was lost in an incident: what came through may not be like what did not.",
      "nothing: it did not happen",
    ]);
  const untimed = figures.filter(({ delay, incident }) => incident.onset !== null && delay.ms === null).length;
  if (untimed > 0)
    gaps.push([
      "How fast detection was, on the clock",
      `Rollouts of ${formatNoun(untimed, "incident")} tell no times, or were sent long after they ran.`,
      "rows sent while the run goes, with finished_at",
    ]);
  return gaps;
}

/** What could not be measured, and why. */
export function writeUnmeasured(context: ReportContext): ReportSection {
  const title = "What could not be measured";
  if (context.whole.coverage.received === 0)
    return section("unmeasured", title, [
      [plain("No train rollout was heard of: nothing about training is measured.")],
    ]);
  const gaps = [...listUnreported(context), ...listUntold(context), ...listMissing(context)];
  if (gaps.length === 0)
    return section("unmeasured", title, [[plain("Everything that this report speaks of was reported.")]]);
  const head: ReportSentence = [
    strong(`${formatCount(gaps.length)} ${gaps.length === 1 ? "thing is" : "things are"} not known. `),
    plain("What is not known is left out of every number above, never guessed."),
  ];
  const rows = gaps.map(([what, why, remedy]) => row([strong(what)], why, remedy));
  return section("unmeasured", title, [head], [table("Not known", ["What", "Why", "What would tell it"], rows)]);
}
