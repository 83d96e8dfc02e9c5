/** What the members of annotations mean. */
import type { z } from "zod";
import type {
  AnnotationPatch,
  AnnotationPost,
  WireAnnotation,
  WireAnnotationHistory,
  WireAnnotations,
} from "../annotation";

type Notes<Fields> = Readonly<Record<keyof Fields, string>>;

const annotationPost: Notes<z.input<typeof AnnotationPost>> = {
  step: "The step it is about.",
  to_step: "The last step of the range that begins with step.",
  at: "The moment it is about.",
  text: "What there is to say.",
  kind: "note unless told.",
  author: "Who says it.",
};

const annotationPatch: Notes<z.input<typeof AnnotationPatch>> = {
  version: "The version that was looked at. A change of another one is refused.",
  step: "The step it is about; null: none.",
  to_step: "The last step of its range; null: it is about one step.",
  at: "The moment it is about; null: none.",
  text: "What it says now.",
  kind: "note, curriculum or restart.",
  removed: "true removes it, false brings it back.",
  by: "Who changes it.",
};

const annotation: Notes<WireAnnotation> = {
  ...annotationPost,
  kind: "note, curriculum or restart.",
  author: "Who made it; null: not told.",
  id: "Its number.",
  created_at: "When it was made, UTC.",
  version: "Grows by one with every change.",
  changed_at: "When it was changed last, UTC; null: it is as it was made.",
  changed_by: "Who changed it last.",
  removed_at: "When it was removed, UTC; null: it holds.",
};

const annotations: Notes<z.infer<typeof WireAnnotations>> = {
  run: "The run.",
  annotations: "Those that hold, in the order they were made; or those that were removed, the last first.",
  moments: "Of those of a moment the train step that each is drawn at: the first that was not over by then.",
};

const history: Notes<WireAnnotationHistory> = {
  run: "The run.",
  annotation: "As it is now, removed or not.",
  versions: "What it said after each act on it, oldest first.",
};

export const annotationNotes = {
  AnnotationPost: annotationPost,
  AnnotationPatch: annotationPatch,
  Annotation: annotation,
  Annotations: annotations,
  AnnotationHistory: history,
} as const;
