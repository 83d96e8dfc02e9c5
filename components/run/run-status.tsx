"use client";

import { useNow } from "@/components/ui/clock";
import { StatusDot } from "@/components/ui/status-dot";
import { Time } from "@/components/ui/time";
import { hasEnded, type RunDetail } from "@/lib/core/run";
import type { StepSummary } from "@/lib/core/step-summary";
import { formatOf } from "@/lib/view/format";
import { judgeLiveState } from "@/lib/view/live-state";

interface RunStatusProps {
  readonly detail: RunDetail;
  readonly newest: StepSummary | null;
  readonly alarming: boolean;
  readonly renderedAt: number;
}

/** How the run stands, beside its name: state, newest step and how full it is, last heard. */
export function RunStatus({ detail, newest, alarming, renderedAt }: RunStatusProps) {
  const state = judgeLiveState(detail, useNow(10_000) ?? renderedAt);
  const step = newest?.step ?? detail.lastStep;
  const filling = newest !== null && !newest.complete && newest.unknown > 0;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <StatusDot status={alarming && !hasEnded(state) ? "critical" : state} />
      <span>{state}</span>
      {step !== null && <span>· step {step}</span>}
      {filling && <span>· {formatOf({ count: newest.received, n: newest.expected })} in</span>}
      {detail.lastSeenAt !== null && (
        <span>
          · <Time at={detail.lastSeenAt} as="ago" renderedAt={renderedAt} />
        </span>
      )}
    </span>
  );
}
