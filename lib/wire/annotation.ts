import { z } from "zod";
import {
  type Annotation,
  type AnnotationChange,
  type AnnotationHistory,
  type AnnotationText,
  annotationActs,
  annotationKinds,
  isPlace,
} from "@/lib/core/annotation";
import { findMoment, type PlacedAnnotation } from "@/lib/core/placed-annotation";
import { largestStep } from "@/lib/core/rollout";
import { person } from "./person";
import { toEpochMs } from "./requests";
import { Timestamp } from "./rollout-row";
import { fromWireTime, toWireTime } from "./step";

const count = z.int().min(0);
const step = count.max(largestStep);
const text = z.string().min(1).max(10_000);

/** A note on a step, a range of steps or a moment. */
export const AnnotationPost = z
  .strictObject({
    step: step.nullish(),
    to_step: step.nullish(),
    at: Timestamp.nullish(),
    text,
    kind: z.enum(annotationKinds).default("note"),
    author: person.nullish(),
  })
  .refine((told) => isPlace({ step: told.step ?? null, toStep: told.to_step ?? null }), {
    path: ["to_step"],
    message: "needs a step that is not after it",
  });
export type AnnotationPost = z.output<typeof AnnotationPost>;

/** A change of one. What is left out stays; null unsets. */
export const AnnotationPatch = z.strictObject({
  version: z.int().min(1),
  step: step.nullable().optional(),
  to_step: step.nullable().optional(),
  at: Timestamp.nullable().optional(),
  text: text.optional(),
  kind: z.enum(annotationKinds).optional(),
  removed: z.boolean().optional(),
  by: person.nullish(),
});

const told = {
  step: count.nullable(),
  to_step: count.nullable(),
  at: z.iso.datetime().nullable(),
  text: z.string(),
  kind: z.enum(annotationKinds),
};

export const WireAnnotation = z.object({
  id: z.int().min(1),
  ...told,
  author: z.string().nullable(),
  created_at: z.iso.datetime(),
  version: z.int().min(1),
  changed_at: z.iso.datetime().nullable(),
  changed_by: z.string().nullable(),
  removed_at: z.iso.datetime().nullable(),
});
export type WireAnnotation = z.infer<typeof WireAnnotation>;

/** Those of a run that hold, in the order they were made; or those that were removed, the last first. */
export const WireAnnotations = z.object({
  run: z.string(),
  annotations: z.array(WireAnnotation),
  moments: z.array(z.object({ annotation: z.int().min(1), step: count })),
});

/** One version: what the annotation said after an act on it. */
const WireAnnotationVersion = z.object({
  version: z.int().min(1),
  act: z.enum(annotationActs),
  by: z.string().nullable(),
  made_at: z.iso.datetime(),
  ...told,
});

export const WireAnnotationHistory = z.object({
  run: z.string(),
  annotation: WireAnnotation,
  versions: z.array(WireAnnotationVersion),
});
export type WireAnnotationHistory = z.infer<typeof WireAnnotationHistory>;

function toWireText({ step, toStep, at, text, kind }: AnnotationText) {
  return { step, to_step: toStep, at: toWireTime(at), text, kind };
}

function fromWireText(wire: z.infer<z.ZodObject<typeof told>>): AnnotationText {
  return { step: wire.step, toStep: wire.to_step, at: fromWireTime(wire.at), text: wire.text, kind: wire.kind };
}

export function toWireAnnotation(annotation: Annotation): WireAnnotation {
  const { id, author, createdAt, version, changedAt, changedBy, removedAt } = annotation;
  return {
    id,
    ...toWireText(annotation),
    author,
    created_at: new Date(createdAt).toISOString(),
    version,
    changed_at: toWireTime(changedAt),
    changed_by: changedBy,
    removed_at: toWireTime(removedAt),
  };
}

export function fromWireAnnotation(wire: WireAnnotation): Annotation {
  return {
    id: wire.id,
    ...fromWireText(wire),
    author: wire.author,
    createdAt: Date.parse(wire.created_at),
    version: wire.version,
    changedAt: fromWireTime(wire.changed_at),
    changedBy: wire.changed_by,
    removedAt: fromWireTime(wire.removed_at),
  };
}

export function toWireAnnotations(run: string, placed: readonly PlacedAnnotation[]): z.infer<typeof WireAnnotations> {
  const moments = placed.flatMap(({ annotation, steps }) =>
    findMoment(annotation) !== null && steps !== null ? [{ annotation: annotation.id, step: steps.from }] : [],
  );
  return { run, annotations: placed.map(({ annotation }) => toWireAnnotation(annotation)), moments };
}

export function toWireAnnotationHistory(run: string, { annotation, revisions }: AnnotationHistory) {
  return {
    run,
    annotation: toWireAnnotation(annotation),
    versions: revisions.map((revision) => ({
      version: revision.version,
      act: revision.act,
      by: revision.by,
      made_at: new Date(revision.madeAt).toISOString(),
      ...toWireText(revision),
    })),
  } satisfies WireAnnotationHistory;
}

/** Reads a history that the API sent. @throws ZodError where it is none. */
export function parseAnnotationHistory(json: unknown): AnnotationHistory {
  const { annotation, versions } = WireAnnotationHistory.parse(json);
  return {
    annotation: fromWireAnnotation(annotation),
    revisions: versions.map((wire) => ({
      version: wire.version,
      act: wire.act,
      by: wire.by,
      madeAt: Date.parse(wire.made_at),
      ...fromWireText(wire),
    })),
  };
}

/** Reads a list that the API sent. @throws ZodError where it is none. */
export function parseAnnotations(json: unknown): readonly Annotation[] {
  return WireAnnotations.parse(json).annotations.map(fromWireAnnotation);
}

/** The same with the steps that each is drawn at. @throws ZodError where it is none. */
export function parsePlacedAnnotations(json: unknown): readonly PlacedAnnotation[] {
  const { annotations, moments } = WireAnnotations.parse(json);
  return annotations.map((wire) => {
    const moment = moments.find(({ annotation }) => annotation === wire.id);
    const from = wire.step ?? moment?.step ?? null;
    return {
      annotation: fromWireAnnotation(wire),
      steps: from === null ? null : { from, to: wire.to_step ?? from },
    };
  });
}

function toTime(time: string | number | null): number | null {
  return time === null ? null : toEpochMs(time);
}

/** What a post tells, nothing left out. */
export function fromAnnotationPost({ step, to_step, at, text, kind, author }: AnnotationPost) {
  const place = { step: step ?? null, toStep: to_step ?? null, at: toTime(at ?? null) };
  return { ...place, text, kind, author: author ?? null };
}

export function fromAnnotationPatch(told: z.output<typeof AnnotationPatch>): AnnotationChange {
  const { version, step, to_step: toStep, at, text, kind, removed, by } = told;
  return {
    version,
    by: by ?? null,
    isRemoved: removed,
    told: {
      ...(step === undefined ? {} : { step }),
      ...(toStep === undefined ? {} : { toStep }),
      ...(at === undefined ? {} : { at: toTime(at) }),
      ...(text === undefined ? {} : { text }),
      ...(kind === undefined ? {} : { kind }),
    },
  };
}
