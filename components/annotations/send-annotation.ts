import { signed } from "@/components/ui/my-name";
import { type Sending, sendJson } from "@/components/ui/send-json";
import type { Annotation, AnnotationKind } from "@/lib/core/annotation";
import type { AnnotationPlace } from "@/lib/view/annotation-place";
import { runHref } from "@/lib/view/run-links";

export interface WrittenAnnotation {
  readonly place: AnnotationPlace;
  readonly text: string;
  readonly kind: AnnotationKind;
  /** Empty: not told. */
  readonly name: string;
}

/** Where the API has a run's annotations, or one of them with its history. */
export function annotationsHref(run: string, id?: number): string {
  return `/api/v1${runHref(run)}/annotations${id === undefined ? "" : `/${id}`}`;
}

function toWhy(sending: Sending): string | null {
  if (sending.as === "done") return null;
  if (sending.as === "refused") return `Nothing was changed. ${sending.why}`;
  return "The server did not answer: whether it was kept is not known. Look again, then try again.";
}

/** Keeps a new one. What changes by it comes by the live stream. @returns null, or why not, as do the others. */
export async function postAnnotation(run: string, written: WrittenAnnotation): Promise<string | null> {
  const { place, text, kind, name } = written;
  const { step, toStep, at } = place;
  const { by: author = null } = signed(name);
  return toWhy(await sendJson("POST", annotationsHref(run), { step, to_step: toStep, at, text, kind, author }));
}

/** @param version the one that the writer saw: another one's change in between is not written over. */
export async function patchAnnotation(
  run: string,
  id: number,
  version: number,
  { place: { step, toStep, at }, text, kind, name }: WrittenAnnotation,
): Promise<string | null> {
  return toWhy(
    await sendJson("PATCH", annotationsHref(run, id), {
      version,
      step,
      to_step: toStep,
      at,
      text,
      kind,
      ...signed(name),
    }),
  );
}

export async function removeAnnotation(run: string, { id, version }: Annotation, name: string): Promise<string | null> {
  const query = new URLSearchParams({ version: String(version), ...signed(name) });
  return toWhy(await sendJson("DELETE", `${annotationsHref(run, id)}?${query}`));
}

export async function restoreAnnotation(run: string, { id, version }: Annotation, name: string) {
  return toWhy(await sendJson("PATCH", annotationsHref(run, id), { version, removed: false, ...signed(name) }));
}

export function removedHref(run: string): string {
  return `${annotationsHref(run)}?removed=true`;
}
