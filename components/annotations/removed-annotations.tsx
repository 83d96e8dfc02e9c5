"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FoldedText } from "@/components/ui/folded-text";
import { readMyName } from "@/components/ui/my-name";
import { Time } from "@/components/ui/time";
import { useAnswer } from "@/components/ui/use-answer";
import type { Annotation } from "@/lib/core/annotation";
import { visibleText } from "@/lib/view/format";
import { parseAnnotations } from "@/lib/wire/annotation";
import { AnnotationHistory } from "./annotation-history";
import { removedHref, restoreAnnotation } from "./send-annotation";

interface RemovedAnnotationsProps {
  readonly run: string;
  /** Read again when it changes: those that hold. */
  readonly held: readonly Annotation[];
}

/** What was removed of a run, each with its history and a way back. */
export function RemovedAnnotations({ run, held }: RemovedAnnotationsProps) {
  const { answer } = useAnswer(removedHref(run), parseAnnotations, held);
  if (answer === null) return <p className="py-2 text-xs text-ink-2">Reading what was removed…</p>;
  if (answer.as !== "read") return <p className="py-2 text-xs text-critical">What was removed could not be read.</p>;
  if (answer.value.length === 0) return <p className="py-2 text-xs text-ink-2">Nothing was removed.</p>;
  return (
    <ul>
      {answer.value.map((annotation) => (
        <Removed key={annotation.id} run={run} annotation={annotation} />
      ))}
    </ul>
  );
}

function Removed({ run, annotation }: { readonly run: string; readonly annotation: Annotation }) {
  const [error, setError] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { id, text, version, changedBy, removedAt } = annotation;
  return (
    <li className="border-b border-hairline py-2 text-sm last:border-b-0">
      <div className="text-ink-2">
        <FoldedText text={text} limit={200} />
      </div>
      <p className="text-xs text-ink-2">
        removed by <bdi>{visibleText(changedBy ?? "someone")}</bdi>
        {removedAt !== null && (
          <>
            {" · "}
            <Time at={removedAt} />
          </>
        )}
      </p>
      <div className="flex gap-2 pt-1">
        <Button
          className="h-7 px-2"
          onClick={async () => setError(await restoreAnnotation(run, annotation, readMyName().trim()))}
        >
          Bring it back
        </Button>
        <Button kind="quiet" className="h-7 px-2" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          History
        </Button>
      </div>
      {isOpen && <AnnotationHistory run={run} id={id} version={version} />}
      <p role="alert" className="text-xs text-critical empty:hidden">
        {error}
      </p>
    </li>
  );
}
