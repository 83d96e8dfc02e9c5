import { Time } from "@/components/ui/time";
import type { Segment } from "@/lib/core/run";
import type { ChartMark } from "@/lib/view/chart-marks";
import { formatCount, visibleText } from "@/lib/view/format";
import { AnnotationCard } from "./annotation-card";

/** What a mark on the charts stands for: an annotation, or a launch of the trainer. */
export function MarkCard({ run, mark }: { readonly run: string; readonly mark: ChartMark }) {
  if (mark.annotation !== null) return <AnnotationCard run={run} annotation={mark.annotation} />;
  return mark.segment === null ? null : <LaunchCard segment={mark.segment} />;
}

/** A launch of the trainer after its first. */
export function LaunchCard({ segment }: { readonly segment: Segment }) {
  const from = segment.fromStep ?? segment.firstStep;
  return (
    <article aria-label={`Segment ${segment.segment}`}>
      <p className="text-xs text-ink-2">The trainer was launched again</p>
      <p className="font-medium wrap-anywhere">
        <bdi>{visibleText(segment.segment)}</bdi>
      </p>
      <p className="text-xs text-ink-2">
        {from !== null && `from step ${formatCount(from)} · `}
        <Time at={segment.startedAt ?? segment.firstHeardAt} />
      </p>
      <p className="pt-1 text-xs text-ink-2">Steps that older launches had run from there on count no more.</p>
    </article>
  );
}
