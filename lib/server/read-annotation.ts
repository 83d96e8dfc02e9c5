import type { Store } from "@/db/store";
import type { AnnotationHistory } from "@/lib/core/annotation";
import { foundAnnotation, requireRun } from "./found";

/** An annotation, removed or not, with everything it ever said. @throws Problem `not_found`. */
export async function readAnnotation(store: Store, run: string, id: number): Promise<AnnotationHistory> {
  await requireRun(store, run);
  return foundAnnotation(await store.triage.readAnnotation(run, id), run, id);
}
