"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { MarkCard } from "@/components/annotations/mark-card";
import { annotationsHref } from "@/components/annotations/send-annotation";
import { IssueRateChart } from "@/components/charts/issue-rate-chart";
import { CsvButton } from "@/components/ui/csv-link";
import { SectionHeading } from "@/components/ui/section-heading";
import { Time } from "@/components/ui/time";
import { useAnswer } from "@/components/ui/use-answer";
import { useGathered } from "@/components/ui/use-gathered";
import type { IssueDetail, IssueSeries } from "@/lib/core/issues/issue";
import { listLaunches } from "@/lib/core/launches";
import type { ChartMark } from "@/lib/view/chart-marks";
import { kindColour } from "@/lib/view/colour";
import { formatCount, formatPercent } from "@/lib/view/format";
import { peakOf, toIssueChart } from "@/lib/view/issue-chart";
import { toIssueSeriesSheet, toIssueSpanSheet, writeIssueCaption } from "@/lib/view/issue-sheets";
import { nameSpan } from "@/lib/view/issue-words";
import { toLaunchMark, toPlacedMark } from "@/lib/view/placed-mark";
import { everyRollout, rolloutsPath } from "@/lib/view/rollout-view";
import { runHref } from "@/lib/view/run-links";
import { parsePlacedAnnotations } from "@/lib/wire/annotation";
import { parseSegments } from "@/lib/wire/segment";
import { IssueRun } from "./issue-run";

/** Annotations and launches are read again at most so often, ms. */
const gatherMs = 5_000;

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
      <SectionHeading
        remark={
          <>
            {issue.series.length > 0 && (
              <CsvButton
                label="Share of each step as CSV"
                name={[`issue ${issue.id}`, "share of each step"]}
                toSheet={() => toIssueSeriesSheet(issue.series)}
              />
            )}{" "}
            of the rollouts expected
          </>
        }
      >
        Share of each step
      </SectionHeading>
      {issue.series.length === 0 && (
        <p className="py-3 text-sm text-ink-2">It was seen in no step that counts now, so there is nothing to draw.</p>
      )}
      {issue.series.map((series) => (
        <RunRates
          key={`${series.split} ${series.run}`}
          issue={issue}
          series={series}
          top={top}
          onOpen={(index) => open(series, index)}
        />
      ))}
    </section>
  );
}

interface RunRatesProps {
  readonly issue: IssueDetail;
  readonly series: IssueSeries;
  readonly top: number;
  readonly onOpen: (index: number) => void;
}

function RunRates({ issue, series, top, onOpen }: RunRatesProps) {
  const { run, split, width } = series;
  const model = useMemo(() => toIssueChart(series, top), [series, top]);
  // Read again with the issue: what is done with an annotation is news, as what is seen of an issue is.
  const gathered = useGathered(issue, gatherMs);
  const { last: annotations } = useAnswer(annotationsHref(run), parsePlacedAnnotations, gathered);
  const { last: segments } = useAnswer(`/api/v1${runHref(run)}`, parseSegments, gathered);
  const marks = useMemo(() => {
    const starts = listLaunches(segments ?? []).map((launch) => {
      const { segment } = launch.segment;
      return toLaunchMark(launch, { id: `segment ${segment}`, label: segment }, model.domain);
    });
    const written = (annotations ?? []).map((placed) => {
      const { id, text } = placed.annotation;
      return toPlacedMark(placed, { id: `annotation ${id}`, label: text }, model.domain);
    });
    return [...starts, ...written].filter((mark): mark is ChartMark => mark !== null);
  }, [model, annotations, segments]);
  return (
    <IssueRateChart
      title={`Share in ${run}${split === "eval" ? ", eval" : ""}`}
      id={`chart-${split}-${encodeURIComponent(run)}`}
      heading={
        <Link href={runHref(run)} className="quiet-link font-medium">
          <IssueRun run={run} limit={48} />
        </Link>
      }
      subtitle={[
        ...(split === "eval" ? ["eval"] : []),
        ...(width > 1 ? [`${formatCount(width)} steps a point, the worst of them faint`] : []),
      ].join(" · ")}
      saved={{
        fileName: [`issue ${issue.id}`],
        toCaption: () => writeIssueCaption(issue, series, location.href, Date.now()),
      }}
      label={`Share of each step's rollouts in ${run}, at most ${formatPercent(peakOf(series))}`}
      model={model}
      colour={kindColour(issue.kind)}
      marks={marks}
      renderMark={(mark) => <MarkCard run={run} mark={mark} />}
      onOpen={onOpen}
    />
  );
}

/** First and last step in each run: the chart's numbers, and its doors. */
export function IssueSpans({ issue }: { readonly issue: IssueDetail }) {
  if (issue.allSpans.length === 0) return null;
  return (
    <section aria-label="Runs that it was seen in">
      <SectionHeading
        remark={
          <>
            <CsvButton
              label="Runs that it was seen in as CSV"
              name={[`issue ${issue.id}`, "runs"]}
              toSheet={() => toIssueSpanSheet(issue.allSpans)}
            />{" "}
            {formatCount(issue.runs)}
          </>
        }
      >
        Seen in
      </SectionHeading>
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
