"use client";

import { useState } from "react";
import { Popover } from "@/components/ui/popover";
import { SectionHeading } from "@/components/ui/section-heading";
import { useAnswer } from "@/components/ui/use-answer";
import type { Annotation } from "@/lib/core/annotation";
import { listLaunches } from "@/lib/core/launches";
import { findMoment } from "@/lib/core/placed-annotation";
import type { Segment } from "@/lib/core/run";
import { placeSteps } from "@/lib/view/annotation-place";
import { parsePlacedAnnotations } from "@/lib/wire/annotation";
import { AnnotationCard } from "./annotation-card";
import { AnnotationForm } from "./annotation-form";
import { LaunchCard } from "./mark-card";
import { annotationsHref } from "./send-annotation";

interface StepAnnotationsProps {
  readonly run: string;
  readonly step: number;
  /** All of the run. */
  readonly annotations: readonly Annotation[];
  /** All launches of the run. */
  readonly segments: readonly Segment[];
}

/** What people noted of a step, of steps that it is among, or of a moment in it; and the launch that begins with it. */
export function StepAnnotations({ run, step, annotations, segments }: StepAnnotationsProps) {
  const [isOpen, setOpen] = useState(false);
  // In which step a moment lies is known to the server, which has the times of all steps.
  const hasMoments = annotations.some((one) => findMoment(one) !== null);
  const { last } = useAnswer(hasMoments ? annotationsHref(run) : null, parsePlacedAnnotations, annotations);
  const ofMoment = new Set(
    (last ?? []).flatMap(({ annotation, steps }) => (steps?.from === step ? annotation.id : [])),
  );
  const own = annotations.filter((one) =>
    one.step === null ? ofMoment.has(one.id) : one.step <= step && step <= (one.toStep ?? one.step),
  );
  const launches = listLaunches(segments).filter((launch) => launch.step === step);
  return (
    <section aria-label="Annotations">
      <SectionHeading
        remark={
          <Popover
            trigger="Annotate"
            label="Annotate this step"
            className="!h-5 !px-1"
            open={isOpen}
            onOpenChange={setOpen}
          >
            <AnnotationForm run={run} place={placeSteps(step, step)} changed={null} onDone={() => setOpen(false)} />
          </Popover>
        }
      >
        Annotations
      </SectionHeading>
      {own.length + launches.length === 0 && <p className="py-2 text-sm text-ink-2">None of this step.</p>}
      <ul>
        {launches.map(({ segment }) => (
          <li key={segment.segment} className="border-b border-hairline py-2 text-sm last:border-b-0">
            <LaunchCard segment={segment} />
          </li>
        ))}
        {own.map((annotation) => (
          <li key={annotation.id} className="border-b border-hairline py-2 text-sm last:border-b-0">
            <AnnotationCard run={run} annotation={annotation} limit={300} />
          </li>
        ))}
      </ul>
    </section>
  );
}
