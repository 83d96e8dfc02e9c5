/** The tables of an issue's page with their numbers in full, by the names of the API; and what stands under its charts. */
import type { CsvRow, CsvSheet } from "@/lib/core/csv";
import type { JudgedCategory, JudgedNumber } from "@/lib/core/difference/describe-difference";
import type { IssueDetail, IssueSeries, IssueSpan } from "@/lib/core/issues/issue";
import type { IssueDifference } from "@/lib/core/issues/issue-difference";
import { nameSteps } from "./chart-marks";
import { formatCount, formatUtc } from "./format";

/** What the charts draw, run by run: occurrences, of the rollouts expected, and the largest share of a single step. */
export function toIssueSeriesSheet(all: readonly IssueSeries[]): CsvSheet {
  return {
    columns: ["run", "split", "from", "to", "count", "n", "max"],
    rows: all.flatMap(({ run, split, points }) =>
      points.map(({ from, to, count, n, max }) => [run, split, from, to, count, n, max]),
    ),
  };
}

export function toIssueSpanSheet(spans: readonly IssueSpan[]): CsvSheet {
  return {
    columns: ["run", "first_step", "last_step", "count", "failures", "last_at"],
    rows: spans.map(({ run, firstStep, lastStep, count, failures, lastAt }) => [
      ...[run, firstStep, lastStep, count, failures],
      new Date(lastAt).toISOString(),
    ]),
  };
}

function writeCategory({ role, attribute, top, test, p, correctedP, separates }: JudgedCategory): CsvRow {
  const { value, failing, others } = top;
  return [
    ...[role, attribute, value, failing.count, failing.n, null, others.count, others.n, null],
    ...[test, null, p, correctedP, separates],
  ];
}

function writeNumber({ role, attribute, failing, others, d, p, correctedP, separates }: JudgedNumber): CsvRow {
  return [
    ...[role, attribute, null, null, failing.n, failing.median, null, others.n, others.median],
    ...["ks", d, p, correctedP, separates],
  ];
}

/** Contexts first, which may be causes, then symptoms. Of a number the medians are told, of anything else counts. */
export function toIssueDifferenceSheet({ causes, numbers, symptoms }: IssueDifference): CsvSheet {
  const side = (name: string) => [`${name}.count`, `${name}.n`, `${name}.median`];
  return {
    columns: [
      ...["role", "attribute", "value", ...side("failing"), ...side("others")],
      ...["test", "d", "p", "corrected_p", "separates"],
    ],
    rows: [...causes.map(writeCategory), ...numbers.map(writeNumber), ...symptoms.map(writeCategory)],
  };
}

/** What stands under an issue's chart that left its page: of which issue, and of what run. */
export function writeIssueCaption(
  { id, kind, template }: Pick<IssueDetail, "id" | "kind" | "template">,
  { run, split, width, points }: IssueSeries,
  address: string,
  now: number,
): readonly string[] {
  const [first, last] = [points[0], points.at(-1)];
  return [
    [`issue ${id}`, kind, ...(template === "" ? [] : [template])].join(" · "),
    [
      run,
      first === undefined || last === undefined
        ? "no steps"
        : nameSteps({ from: first.from, to: last.to }).toLowerCase(),
      ...(split === "train" ? [] : [`split ${split}`]),
      ...(width > 1 ? [`${formatCount(width)} steps a point`] : []),
    ].join(" · "),
    `saved ${formatUtc(now)}`,
    address,
  ];
}
