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

function addressOf(run: string, id?: number): string {
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
  const author = name === "" ? null : name;
  return toWhy(await sendJson("POST", addressOf(run), { step, to_step: toStep, at, text, kind, author }));
}

/** @param version the one that the writer saw: another one's change in between is not written over. */
export async function patchAnnotation(
  run: string,
  id: number,
  version: number,
  { place: { step, toStep, at }, text, kind, name }: WrittenAnnotation,
): Promise<string | null> {
  const by = name === "" ? null : name;
  return toWhy(await sendJson("PATCH", addressOf(run, id), { version, step, to_step: toStep, at, text, kind, by }));
}

export async function removeAnnotation(run: string, { id, version }: Annotation, name: string): Promise<string | null> {
  const query = new URLSearchParams({ version: String(version), ...(name === "" ? {} : { by: name }) });
  return toWhy(await sendJson("DELETE", `${addressOf(run, id)}?${query}`));
}

export async function restoreAnnotation(run: string, { id, version }: Annotation, name: string) {
  return toWhy(await sendJson("PATCH", addressOf(run, id), { version, removed: false, by: name === "" ? null : name }));
}

/** Where the API has an annotation with its history, and the list of those that were removed. */
export function historyHref(run: string, id: number): string {
  return addressOf(run, id);
}

export function annotationsHref(run: string): string {
  return addressOf(run);
}

export function removedHref(run: string): string {
  return `${addressOf(run)}?removed=true`;
}
