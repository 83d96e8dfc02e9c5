import type { Annotation, AnnotationChange, AnnotationHistory, AnnotationText } from "@/lib/core/annotation";

/** What an annotation is made of. */
export interface ToldAnnotation extends AnnotationText {
  readonly author: string | null;
}

/** What only the drawing of annotations asks for. */
export interface AnnotationReader {
  /**
   * For each of some moments the first current train step that was not over by then; null where none is known.
   *
   * @param moments epoch ms.
   */
  findSteps(run: string, moments: readonly number[]): Promise<readonly (number | null)[]>;
}

/** Annotations, and everything that they ever said. */
export interface AnnotationStore {
  /** An unknown run is made for it. It is no sign of life of the run. */
  appendAnnotation(run: string, told: ToldAnnotation, now: number): Promise<Annotation>;
  /**
   * Those that hold, in the order they were made, each as it is now: who writes a report or an export reads these.
   * Removed ones are left out ({@link listRemovedAnnotations} has them), and so is what was said before
   * ({@link readAnnotation} has every version).
   */
  listAnnotations(run: string): Promise<readonly Annotation[]>;
  /** Last removed first. */
  listRemovedAnnotations(run: string): Promise<readonly Annotation[]>;
  /** One with its history, removed or not; null: the run has none of that number. */
  readAnnotation(run: string, id: number): Promise<AnnotationHistory | null>;
  /**
   * Changes, removes or brings back one; of two who change the same version, one wins. null: the run has none of that
   * number.
   *
   * @throws Problem `conflict` where it is not at the version that is named, or was removed; `invalid_request` where it
   *   would end before it begins.
   */
  changeAnnotation(run: string, id: number, change: AnnotationChange, now: number): Promise<Annotation | null>;
}
