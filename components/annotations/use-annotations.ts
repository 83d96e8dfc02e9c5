"use client";

import { useEffect, useState } from "react";
import { readAnswer } from "@/components/ui/read-answer";
import type { Annotation } from "@/lib/core/annotation";
import { parseAnnotations } from "@/lib/wire/annotation";
import { annotationsHref } from "./send-annotation";

const none: readonly Annotation[] = [];

/** A run's annotations, for a page that does not follow the run itself. @param revision read again when it changes. */
export function useAnnotations(run: string, revision: string): readonly Annotation[] {
  const [annotations, setAnnotations] = useState(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision may have others.
  useEffect(() => {
    const asked = new AbortController();
    readAnswer(annotationsHref(run), asked.signal, parseAnnotations).then((answer) => {
      if (!asked.signal.aborted && answer.as === "read") setAnnotations(answer.value);
    });
    return () => asked.abort();
  }, [run, revision]);
  return annotations;
}
