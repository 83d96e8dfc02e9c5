"use client";

import { useState } from "react";
import { Popover } from "@/components/ui/popover";
import { SectionHeading } from "@/components/ui/section-heading";
import type { Annotation } from "@/lib/core/annotation";
import { placeSteps } from "@/lib/view/annotation-place";
import { AnnotationCard } from "./annotation-card";
import { AnnotationForm } from "./annotation-form";

interface StepAnnotationsProps {
  readonly run: string;
  readonly step: number;
  /** All of the run. */
  readonly annotations: readonly Annotation[];
}

/** What people noted of a step, or of steps that it is among. */
export function StepAnnotations({ run, step, annotations }: StepAnnotationsProps) {
  const [isOpen, setOpen] = useState(false);
  const own = annotations.filter((one) => one.step !== null && one.step <= step && step <= (one.toStep ?? one.step));
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
      {own.length === 0 && <p className="py-2 text-sm text-ink-2">None of this step.</p>}
      <ul>
        {own.map((annotation) => (
          <li key={annotation.id} className="border-b border-hairline py-2 text-sm last:border-b-0">
            <AnnotationCard run={run} annotation={annotation} limit={300} />
          </li>
        ))}
      </ul>
    </section>
  );
}
