import type { Annotation } from "@/lib/core/annotation";
import { sampleEpoch } from "./sample-steps";

/** An annotation for tests and the gallery: a note that was never changed, but for what is told. */
export function sampleAnnotation(told: Partial<Annotation>): Annotation {
  return {
    id: 1,
    step: null,
    toStep: null,
    at: null,
    text: "a note",
    kind: "note",
    author: null,
    createdAt: sampleEpoch,
    version: 1,
    changedAt: null,
    changedBy: null,
    removedAt: null,
    ...told,
  };
}
