"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { annotationsHref } from "@/components/annotations/send-annotation";
import { IssueRateChart } from "@/components/charts/issue-rate-chart";
import { SectionHeading } from "@/components/ui/section-heading";
import { Time } from "@/components/ui/time";
import { useAnswer } from "@/components/ui/use-answer";
import type { IssueDetail, IssueSeries } from "@/lib/core/issues/issue";
import { toChartMarks } from "@/lib/view/chart-marks";
import { kindColour } from "@/lib/view/colour";
import { formatCount, formatPercent } from "@/lib/view/format";
import { peakOf, toIssueChart } from "@/lib/view/issue-chart";
import { nameSpan } from "@/lib/view/issue-words";
import { everyRollout, rolloutsPath } from "@/lib/view/rollout-view";
import { runHref } from "@/lib/view/run-links";
import { parseAnnotations } from "@/lib/wire/annotation";
import { IssueRun } from "./issue-run";

/** How often, along each run that it was seen in last: one small chart a run, all on one scale. */
export function IssueRates({ issue }: { readonly issue: IssueDetail }) {
  const router = useRouter();
  const top = Math.max(0, ...issue.series.map(peakOf));
  const open = (series: IssueSeries, index: number) => {
    const point = series.points[index];
    if (point === undefined) return;
    const { from, to } = point;
    router.push(rolloutsPath(series.run, { ...everyRollout, from, to, split: series.split, issue: issue.id }));
  };
  return (
    <section aria-label="Share of each step's rollouts">
      <SectionHeading remark="of the rollouts expected">Share of each step</SectionHeading>
      {issue.series.length === 0 && (
        <p className="py-3 text-sm text-ink-2">It was seen in no step that counts now, so there is nothing to draw.</p>
      )}
      {issue.series.map((series) => (
        <figure key={`${series.split} ${series.run}`} className="pt-3">
          <figcaption className="text-sm">
            <Link href={runHref(series.run)} className="quiet-link font-medium">
              <IssueRun run={series.run} limit={48} />
            </Link>
            <span className="text-ink-2">
              {series.split === "eval" && " · eval"}
              {series.width > 1 && ` · ${formatCount(series.width)} steps a point, the worst of them faint`}
            </span>
          </figcaption>
          <RunRates series={series} top={top} colour={kindColour(issue.kind)} onOpen={(index) => open(series, index)} />
        </figure>
      ))}
    </section>
  );
}

interface RunRatesProps {
  readonly series: IssueSeries;
  readonly top: number;
  readonly colour: string;
  readonly onOpen: (index: number) => void;
}

function RunRates({ series, top, colour, onOpen }: RunRatesProps) {
  const model = useMemo(() => toIssueChart(series, top), [series, top]);
  const { last: annotations } = useAnswer(annotationsHref(series.run), parseAnnotations);
  const marks = useMemo(
    () => toChartMarks({ kind: "step", ...model }, [], [], annotations ?? []),
    [model, annotations],
  );
  return (
    <IssueRateChart
      label={`Share of each step's rollouts in ${series.run}, at most ${formatPercent(peakOf(series))}`}
      model={model}
      colour={colour}
      marks={marks}
      onOpen={onOpen}
    />
  );
}

/** First and last step in each run: the chart's numbers, and its doors. */
export function IssueSpans({ issue }: { readonly issue: IssueDetail }) {
  if (issue.allSpans.length === 0) return null;
  return (
    <section aria-label="Runs that it was seen in">
      <SectionHeading remark={formatCount(issue.runs)}>Seen in</SectionHeading>
      <table className="grid-table">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Steps</th>
            <th scope="col" className="numeric">
              Rollouts
            </th>
            <th scope="col" className="numeric hidden sm:table-cell">
              Of its failures
            </th>
            <th scope="col" className="numeric hidden sm:table-cell">
              Last
            </th>
          </tr>
        </thead>
        <tbody>
          {issue.allSpans.map((span) => (
            <tr key={span.run}>
              <td className="w-full min-w-0">
                <Link href={runHref(span.run)} className="quiet-link">
                  <IssueRun run={span.run} limit={48} />
                </Link>
              </td>
              <td className="whitespace-nowrap">{nameSpan(span)}</td>
              <td className="numeric">
                <Link
                  href={rolloutsPath(span.run, { ...everyRollout, issue: issue.id })}
                  prefetch={false}
                  className="quiet-link"
                >
                  {formatCount(span.count)}
                </Link>
              </td>
              <td className="numeric hidden sm:table-cell">
                {span.failures === 0 ? "–" : formatPercent(span.count / span.failures)}
              </td>
              <td className="numeric hidden sm:table-cell">
                <Time at={span.lastAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
