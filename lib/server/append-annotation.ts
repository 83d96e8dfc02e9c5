import type { Store } from "@/db/store";
import type { Annotation } from "@/lib/core/annotation";
import { type AnnotationPost, fromAnnotationPost } from "@/lib/wire/annotation";

/** Keeps a note on a step, a range of steps or a moment. An unknown run is made. */
export async function appendAnnotation(store: Store, run: string, told: AnnotationPost): Promise<Annotation> {
  return store.triage.appendAnnotation(run, fromAnnotationPost(told), Date.now());
}
