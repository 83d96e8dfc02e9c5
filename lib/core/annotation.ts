/** What a person, or a trainer, says of a step, a range of steps or a moment. */
export const annotationKinds = ["note", "curriculum", "restart"] as const;
export type AnnotationKind = (typeof annotationKinds)[number];

/** What an annotation says, and of what. A range has both steps; one without step and moment is of the whole run. */
export interface AnnotationText {
  readonly step: number | null;
  readonly toStep: number | null;
  /** The moment that it is about. */
  readonly at: number | null;
  readonly text: string;
  readonly kind: AnnotationKind;
}

/** An annotation as it is now. */
export interface Annotation extends AnnotationText {
  readonly id: number;
  /** Who made it; null: not told. */
  readonly author: string | null;
  readonly createdAt: number;
  /** Grows by one with every change: a change names the one that it is of. */
  readonly version: number;
  /** When and by whom it was changed last; null: it is as it was made. */
  readonly changedAt: number | null;
  readonly changedBy: string | null;
  /** Null: it holds. */
  readonly removedAt: number | null;
}

export const annotationActs = ["made", "changed", "removed", "restored"] as const;
export type AnnotationAct = (typeof annotationActs)[number];

/** What an annotation said after one act on it. */
export interface AnnotationRevision extends AnnotationText {
  readonly version: number;
  readonly act: AnnotationAct;
  readonly by: string | null;
  readonly madeAt: number;
}

export interface AnnotationHistory {
  readonly annotation: Annotation;
  /** Every version, oldest first; the last is as it is now. */
  readonly revisions: readonly AnnotationRevision[];
}

export interface AnnotationChange {
  /** The version that was looked at: a change of another one is refused. */
  readonly version: number;
  readonly by: string | null;
  /** What is left out stays. */
  readonly told: Partial<AnnotationText>;
  /** true: it goes, false: it comes back; undefined: neither. */
  readonly isRemoved: boolean | undefined;
}

/** Whether steps can be those of an annotation: a range begins with a step, and does not end before it. */
export function isPlace({ step, toStep }: Pick<AnnotationText, "step" | "toStep">): boolean {
  return toStep === null || (step !== null && toStep >= step);
}
