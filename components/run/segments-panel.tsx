import { memo } from "react";
import { Name } from "@/components/ui/name";
import { SectionHeading } from "@/components/ui/section-heading";
import { Time } from "@/components/ui/time";
import type { Segment } from "@/lib/core/run";

/** Launches of the trainer, newest first; absent where there was only one. */
export const SegmentsPanel = memo(function SegmentsPanel({ segments }: { readonly segments: readonly Segment[] }) {
  if (segments.length < 2) return null;
  return (
    <section aria-label="Segments">
      <SectionHeading remark={segments.length}>Segments</SectionHeading>
      <ul>
        {segments.toReversed().map((segment) => (
          <li key={segment.segment} className="border-b border-hairline py-2 text-sm last:border-b-0">
            <Name text={segment.segment} limit={40} className="font-medium" />
            <span className="block text-xs text-ink-2">
              from step {segment.fromStep ?? segment.firstStep ?? "–"}
              {segment.supersededFrom !== null && `; steps from ${segment.supersededFrom} were run again`}
              {" · "}
              <Time at={segment.startedAt ?? segment.firstHeardAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
});
