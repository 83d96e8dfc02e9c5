"use client";

import { FoldedText } from "@/components/ui/folded-text";
import { Time } from "@/components/ui/time";
import { useAnswer } from "@/components/ui/use-answer";
import { nameAnnotatedSteps } from "@/lib/view/annotation-place";
import { visibleText } from "@/lib/view/format";
import { parseAnnotationHistory } from "@/lib/wire/annotation";
import { annotationsHref } from "./send-annotation";

interface AnnotationHistoryProps {
  readonly run: string;
  readonly id: number;
  /** Read again when it grows. */
  readonly version: number;
}

/** Everything that an annotation ever said, newest first, with who and when. */
export function AnnotationHistory({ run, id, version }: AnnotationHistoryProps) {
  const { answer } = useAnswer(annotationsHref(run, id), parseAnnotationHistory, version);
  if (answer === null) return <p className="pt-2 text-xs text-ink-2">Reading its history…</p>;
  if (answer.as !== "read") {
    return (
      <p role="alert" className="pt-2 text-xs text-critical">
        Its history could not be read. Close it and try again.
      </p>
    );
  }
  return (
    <ol aria-label="History, newest first" className="mt-2 border-t border-hairline">
      {answer.value.revisions.toReversed().map((revision) => {
        const steps = nameAnnotatedSteps(revision);
        return (
          <li key={revision.version} className="border-b border-hairline py-1.5 text-xs last:border-b-0">
            <span className="text-ink-2">
              {revision.act} by <bdi>{visibleText(revision.by ?? "someone")}</bdi> · <Time at={revision.madeAt} />
            </span>
            {(revision.act === "made" || revision.act === "changed") && (
              <>
                <span className="block text-ink-2">
                  {steps !== null && `${steps} · `}
                  {revision.at !== null && (
                    <>
                      at <Time at={revision.at} />
                      {" · "}
                    </>
                  )}
                  {revision.kind}
                </span>
                <FoldedText text={revision.text} limit={300} />
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}
