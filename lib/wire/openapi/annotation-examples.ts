import type { z } from "zod";
import type { AnnotationPatch, AnnotationPost, WireAnnotation, WireAnnotationHistory } from "../annotation";
import { exampleRun } from "./rollout-examples";

export const annotationPost: z.input<typeof AnnotationPost> = {
  step: 61,
  text: "Browser pool b was restarted.",
  author: "ada",
};

export const annotation: WireAnnotation = {
  id: 1,
  step: 61,
  to_step: null,
  at: null,
  text: "Browser pool b was restarted.",
  kind: "note",
  author: "ada",
  created_at: "2026-08-03T15:10:00.075Z",
  version: 1,
  changed_at: null,
  changed_by: null,
  removed_at: null,
};

export const annotationPatch: z.input<typeof AnnotationPatch> = {
  version: 1,
  to_step: 63,
  text: "Browser pools b and c were restarted.",
  by: "grace",
};

export const changedAnnotation: WireAnnotation = {
  ...annotation,
  to_step: 63,
  text: "Browser pools b and c were restarted.",
  version: 2,
  changed_at: "2026-08-03T15:12:00.075Z",
  changed_by: "grace",
};

export const removedAnnotation: WireAnnotation = {
  ...changedAnnotation,
  version: 3,
  changed_at: "2026-08-03T15:14:00.075Z",
  changed_by: "ada",
  removed_at: "2026-08-03T15:14:00.075Z",
};

export const annotations = { run: exampleRun, annotations: [annotation], moments: [] };

const first = { step: 61, to_step: null, at: null, text: annotation.text, kind: "note" } as const;

export const annotationHistory: WireAnnotationHistory = {
  run: exampleRun,
  annotation: changedAnnotation,
  versions: [
    { version: 1, act: "made", ...first, by: "ada", made_at: annotation.created_at },
    {
      version: 2,
      act: "changed",
      ...first,
      by: "grace",
      made_at: "2026-08-03T15:12:00.075Z",
      to_step: 63,
      text: changedAnnotation.text,
    },
  ],
};
