"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FoldedText } from "@/components/ui/folded-text";
import { readMyName } from "@/components/ui/my-name";
import { Time } from "@/components/ui/time";
import type { Annotation } from "@/lib/core/annotation";
import { nameAnnotatedSteps } from "@/lib/view/annotation-place";
import { visibleText } from "@/lib/view/format";
import { AnnotationForm } from "./annotation-form";
import { AnnotationHistory } from "./annotation-history";
import { annotationIcons } from "./annotation-icons";
import { removeAnnotation } from "./send-annotation";

interface AnnotationCardProps {
  readonly run: string;
  readonly annotation: Annotation;
  readonly limit?: number;
}

type Shown = "text" | "form" | "history" | "removal";

const act = "rounded px-1.5 py-1 text-xs text-ink-2 hover:bg-sunken hover:text-ink";

/** An annotation whole: what it says, who said so and when, and what one can do about it. */
export function AnnotationCard({ run, annotation, limit = 600 }: AnnotationCardProps) {
  const [shown, setShown] = useState<Shown>("text");
  const { id, text, kind, at, author, createdAt, version, changedAt, changedBy } = annotation;
  const Icon = annotationIcons[kind];
  const steps = nameAnnotatedSteps(annotation);
  if (shown === "form") {
    return <AnnotationForm run={run} place={annotation} changed={annotation} onDone={() => setShown("text")} />;
  }
  const toggle = (what: Shown) => setShown(shown === what ? "text" : what);
  return (
    <article aria-label={`Annotation${steps === null ? "" : ` of ${steps}`}`} data-annotation={id}>
      <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-ink-2">
        <Icon aria-hidden className="size-3.5 shrink-0 text-accent" />
        <span className="font-medium text-ink">{steps ?? (at === null ? "Whole run" : <Time at={at} />)}</span>
        {steps !== null && at !== null && <Time at={at} />}
        <span>{kind}</span>
      </p>
      <div className="max-h-72 overflow-y-auto py-1">
        <FoldedText text={text} limit={limit} />
      </div>
      <p className="text-xs text-ink-2">
        <bdi>{visibleText(author ?? "not told who")}</bdi> · <Time at={createdAt} />
        {changedAt !== null && (
          <>
            {" · changed by "}
            <bdi>{visibleText(changedBy ?? "someone")}</bdi> <Time at={changedAt} />
          </>
        )}
      </p>
      <div className="-ms-1.5 flex flex-wrap gap-x-1 pt-0.5">
        <button type="button" className={act} onClick={() => setShown("form")}>
          Edit
        </button>
        <button type="button" className={act} aria-expanded={shown === "removal"} onClick={() => toggle("removal")}>
          Remove
        </button>
        <button type="button" className={act} aria-expanded={shown === "history"} onClick={() => toggle("history")}>
          History
        </button>
      </div>
      {shown === "removal" && <Removal run={run} annotation={annotation} onKeep={() => setShown("text")} />}
      {shown === "history" && <AnnotationHistory run={run} id={id} version={version} />}
    </article>
  );
}

interface RemovalProps {
  readonly run: string;
  readonly annotation: Annotation;
  readonly onKeep: () => void;
}

function Removal({ run, annotation, onKeep }: RemovalProps) {
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: string | null }>({
    busy: false,
    error: null,
  });
  async function remove() {
    setState({ busy: true, error: null });
    setState({ busy: false, error: await removeAnnotation(run, annotation, readMyName().trim()) });
  }
  return (
    <div className="mt-1 border-t border-hairline pt-2 text-xs">
      <p className="pb-2 text-ink-2">
        It goes from every chart and report. Its history stays, and it can be brought back.
      </p>
      <div className="flex gap-2">
        <Button kind="danger" className="h-7 px-2" disabled={state.busy} onClick={remove}>
          Remove it
        </Button>
        <Button kind="quiet" className="h-7 px-2" onClick={onKeep}>
          Leave it
        </Button>
      </div>
      <p role="alert" className="pt-1 text-critical empty:hidden">
        {state.error}
      </p>
    </div>
  );
}
