import type { z } from "zod";
import type { Store } from "@/db/store";
import type { Annotation } from "@/lib/core/run";
import { type AnnotationPost, toEpochMs } from "@/lib/wire/requests";

/** Keeps a note on a step, a range of steps or a moment. An unknown run is made. */
export async function appendAnnotation(
  store: Store,
  run: string,
  told: z.output<typeof AnnotationPost>,
): Promise<Annotation> {
  const { step, to_step: toStep, at, text, kind } = told;
  const note = { step: step ?? null, toStep: toStep ?? null, at: at == null ? null : toEpochMs(at), text, kind };
  return store.triage.appendAnnotation(run, note, Date.now());
}
