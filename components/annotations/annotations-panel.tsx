"use client";

import { memo, useState } from "react";
import { Popover } from "@/components/ui/popover";
import { SectionHeading } from "@/components/ui/section-heading";
import type { Annotation } from "@/lib/core/annotation";
import type { AnnotationPlace } from "@/lib/view/annotation-place";
import { AnnotationCard } from "./annotation-card";
import { AnnotationForm } from "./annotation-form";
import { RemovedAnnotations } from "./removed-annotations";

interface AnnotationsPanelProps {
  readonly run: string;
  readonly annotations: readonly Annotation[];
  /** What a new one is of, unless told: asked when one is begun. */
  readonly readPlace: () => AnnotationPlace;
}

/** What people noted of the run, newest first: the whole text, which the charts have no room for, and a way to add. */
export const AnnotationsPanel = memo(function AnnotationsPanel({ run, annotations, readPlace }: AnnotationsPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const [areRemovedShown, setRemovedShown] = useState(false);
  return (
    <section aria-label="Annotations">
      <SectionHeading
        remark={
          <Popover
            trigger="Annotate"
            label="Annotate this run"
            className="!h-5 !px-1"
            open={isOpen}
            onOpenChange={setOpen}
          >
            <AnnotationForm run={run} place={readPlace()} changed={null} onDone={() => setOpen(false)} />
          </Popover>
        }
      >
        Annotations{annotations.length > 0 && ` · ${annotations.length}`}
      </SectionHeading>
      {annotations.length === 0 && (
        <p className="py-2 text-sm text-ink-2">
          None. Write down what you did or saw: the pencil over the charts, or A at the crosshair, puts it at its step.
        </p>
      )}
      <ul className="max-h-[36rem] overflow-y-auto">
        {annotations.toReversed().map((annotation) => (
          <li key={annotation.id} className="border-b border-hairline py-2 text-sm last:border-b-0">
            <AnnotationCard run={run} annotation={annotation} limit={300} />
          </li>
        ))}
      </ul>
      <details className="pt-1" onToggle={(event) => setRemovedShown(event.currentTarget.open)}>
        <summary className="text-xs text-ink-2 hover:text-ink">Removed ones</summary>
        {areRemovedShown && <RemovedAnnotations run={run} held={annotations} />}
      </details>
    </section>
  );
});
