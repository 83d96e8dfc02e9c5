import { Spark } from "@/components/runs/spark";
import type { IssueEntry, IssueSeries } from "@/lib/core/issues/issue";
import { kindColour } from "@/lib/view/colour";
import { formatPercent } from "@/lib/view/format";
import { peakOf, toTrendPoints } from "@/lib/view/issue-chart";

const tones = {
  new: "text-accent font-semibold",
  reopened: "text-critical font-semibold",
  rising: "text-warning font-semibold",
  ongoing: "text-ink-2",
} as const;

/** Where an issue stands in the queue, and where people are with it. */
export function StandingCell({ issue }: { readonly issue: Pick<IssueEntry, "standing" | "state"> }) {
  return (
    <>
      <span className={tones[issue.standing]}>{issue.standing}</span>
      {issue.state !== "open" && <span className="text-ink-2"> · {issue.state}</span>}
    </>
  );
}

/** How often, lately: the worst steps of the run it was seen in last. */
export function TrendCell({ trend, kind }: { readonly trend: IssueSeries | null; readonly kind: string }) {
  if (trend === null) return null;
  const peak = peakOf(trend);
  return (
    <span className="inline-flex items-center gap-2">
      <Spark points={toTrendPoints(trend)} low={0} high={Math.max(peak, 0.02)} as="area" colour={kindColour(kind)} />
      <span className="text-xs whitespace-nowrap text-ink-2" title="Largest share of one step's rollouts">
        ≤ {formatPercent(peak)}
      </span>
    </span>
  );
}
