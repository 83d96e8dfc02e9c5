import type { AnnotationText } from "@/lib/core/annotation";
import { nameSteps } from "./chart-marks";

/** What an annotation is of, as a person chooses it. `run`: of neither a step nor a moment. */
export const annotatedThings = ["step", "range", "moment", "run"] as const;
export type AnnotatedThing = (typeof annotatedThings)[number];

/** The place of an annotation: its steps, and its moment. */
export type AnnotationPlace = Pick<AnnotationText, "step" | "toStep" | "at">;

export const nowhere: AnnotationPlace = { step: null, toStep: null, at: null };

export function thingOf({ step, toStep, at }: AnnotationPlace): AnnotatedThing {
  if (step !== null) return toStep === null || toStep === step ? "step" : "range";
  return at === null ? "run" : "moment";
}

/** The steps of a place in words; null where it has none. */
export function nameAnnotatedSteps({ step, toStep }: AnnotationPlace): string | null {
  return step === null ? null : nameSteps({ from: step, to: toStep ?? step });
}

/** A place on steps; a single one is no range. */
export function placeSteps(from: number, to: number): AnnotationPlace {
  return { step: from, toStep: to === from ? null : to, at: null };
}

/** What was typed into the fields of a place. */
export interface TypedPlace {
  readonly thing: AnnotatedThing;
  readonly step: string;
  readonly toStep: string;
  /** As the browser's field for a time gives it: `2026-08-03T14:02:10`, in the reader's zone. */
  readonly at: string;
}

/** Reads what was typed. @returns the place, or what is wrong with it. */
export function readPlace(typed: TypedPlace): { readonly place: AnnotationPlace } | { readonly wrong: string } {
  if (typed.thing === "run") return { place: nowhere };
  if (typed.thing === "moment") {
    const at = Date.parse(typed.at);
    return Number.isFinite(at) ? { place: { ...nowhere, at } } : { wrong: "Say the day and the time of the moment." };
  }
  const [from, to] = [typed.step, typed.thing === "range" ? typed.toStep : typed.step].map(toStep);
  if (from === null || from === undefined || to === null || to === undefined) {
    return { wrong: "A step is a whole number of at least 0." };
  }
  return { place: placeSteps(Math.min(from, to), Math.max(from, to)) };
}

function toStep(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}

/** A time for the browser's field, in the reader's zone, to the second. */
export function toTypedTime(at: number): string {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 19);
}
