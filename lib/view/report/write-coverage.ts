import { outcomes } from "@/lib/core/outcome";
import type { ReportSection, ReportSentence, ReportTable } from "@/lib/core/report/document";
import { addSteps } from "@/lib/core/report/figures";
import type { CountComparison } from "@/lib/core/run";
import { formatCount, formatNoun, formatPercent } from "../format";
import {
  counting,
  name,
  named,
  plain,
  quotient,
  type ReportContext,
  row,
  section,
  strong,
  sumRow,
  table,
  withValues,
} from "./report-parts";

/** The whole run's six outcomes, beside those of its eval rollouts where it has any. */
function tabulateOutcomes({ data, run, whole }: ReportContext): ReportTable {
  const evals = data.evalSteps.length === 0 ? null : addSteps(data.evalSteps).coverage;
  const { coverage } = whole;
  const share = (count: number, n: number) => (n === 0 ? "–" : formatPercent(count / n));
  const rows = outcomes.map((outcome) => {
    const count = plain(formatCount(coverage[outcome]));
    const train = outcome === "unknown" || coverage[outcome] === 0 ? count : counting(count, run, { outcome });
    const others = evals === null ? [] : [formatCount(evals[outcome]), share(evals[outcome], evals.expected)];
    const evalValues = evals === null ? [] : [evals[outcome], quotient(evals[outcome], evals.expected)];
    return withValues(
      row(outcome, [train], share(coverage[outcome], coverage.expected), ...others),
      ...[outcome, coverage[outcome], quotient(coverage[outcome], coverage.expected), ...evalValues],
    );
  });
  const total = (n: number) => [formatCount(n), n === 0 ? "–" : "100%"];
  const totalValues = (n: number) => [n, quotient(n, n)];
  const sum = withValues(
    sumRow("expected", ...total(coverage.expected), ...(evals === null ? [] : total(evals.expected))),
    ...["expected", ...totalValues(coverage.expected), ...(evals === null ? [] : totalValues(evals.expected))],
  );
  return named(
    table(
      "Every rollout that was expected",
      ["Outcome", "#Train", "#Share", ...(evals === null ? [] : ["#Eval", "#Share"])],
      [...rows, sum],
    ),
    ...["outcome", "train.count", "train.share", ...(evals === null ? [] : ["eval.count", "eval.share"])],
  );
}

function tabulateKinds({ run, whole }: ReportContext): ReportTable[] {
  const kinds = Object.entries(whole.kinds).sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1));
  if (kinds.length === 0) return [];
  const rows = kinds.slice(0, 20).map(([kind, counts]) => {
    const without = counts.failed + counts.unscored;
    return withValues(
      row(
        [{ as: "kind", text: kind }],
        [counting(plain(formatCount(counts.count)), run, { kind })],
        formatCount(counts.masked),
        formatCount(without),
        formatCount(counts.scored),
      ),
      ...[kind, counts.count, counts.masked, without, counts.scored],
    );
  });
  const note = kinds.length > 20 ? `${formatNoun(kinds.length - 20, "rarer kind")} not shown.` : null;
  return [
    named(
      table(
        "Failure kinds over the whole run",
        ["Failure kind", "#Rollouts", "#Masked", "#No result", "#Scored all the same"],
        rows,
        note,
      ),
      ...["kind", "count", "masked", "no_result", "scored"],
    ),
  ];
}

function tabulateComparisons(comparisons: readonly CountComparison[]): ReportTable[] {
  if (comparisons.length === 0) return [];
  const rows = comparisons.map(({ file, step, name: what, theirs, ours, agrees }) =>
    withValues(
      row(
        [name(file)],
        step === null ? "" : formatCount(step),
        [name(what)],
        formatCount(theirs),
        ours === null ? "not kept" : formatCount(ours),
        agrees === null ? "–" : agrees ? "yes" : [strong("no")],
      ),
      ...[file, step, what, theirs, ours, agrees],
    ),
  );
  const columns = ["File", "#Step", "What", "#Theirs", "#Ours", "Agree"];
  return [named(table("Producers’ own counts", columns, rows), "file", "step", "name", "theirs", "ours", "agrees")];
}

/** All of the run in one sum, and how it compares with what its producers counted. */
export function writeCoverage(context: ReportContext): ReportSection {
  const { data, whole } = context;
  const { coverage } = whole;
  const differs = data.detail.comparisons.filter(({ agrees }) => agrees === false).length;
  const nothing: ReportSentence = [plain("No train rollout was expected, and none was heard of.")];
  const prose: ReportSentence[] =
    coverage.expected === 0 && coverage.received === 0
      ? [nothing]
      : [
          [
            strong(
              `${formatNoun(coverage.expected, "train rollout")} expected in ${formatNoun(whole.steps, "step")}, ${formatCount(coverage.received)} heard of.`,
            ),
            plain(
              ` The six outcomes sum to what was expected${coverage.unknown === 0 ? "; none is missing" : `; ${formatCount(coverage.unknown)} never came, or have not come yet`}.`,
            ),
            plain(
              differs === 0
                ? ""
                : ` ${formatNoun(differs, "count")} of its producers ${differs === 1 ? "differs" : "differ"} from ours.`,
            ),
          ],
        ];
  return section("coverage", "Coverage", prose, [
    tabulateOutcomes(context),
    ...tabulateKinds(context),
    ...tabulateComparisons(data.detail.comparisons),
  ]);
}
