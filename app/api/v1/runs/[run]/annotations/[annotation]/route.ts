import { changeAnnotation } from "@/lib/server/change-annotation";
import { readAnnotation } from "@/lib/server/read-annotation";
import { route, routeWithQuery } from "@/lib/server/route";
import { AnnotationPatch, fromAnnotationPatch, toWireAnnotation, toWireAnnotationHistory } from "@/lib/wire/annotation";
import { parseAnnotationRemoveQuery } from "@/lib/wire/annotation-query";

export const dynamic = "force-dynamic";

/** One annotation with everything it ever said. */
export const GET = route(async ({ context, run, annotation }) => {
  const name = run();
  return toWireAnnotationHistory(name, await readAnnotation(context.store, name, annotation()));
});

/** Changes one, or brings back one that was removed. */
export const PATCH = route(async ({ context, run, annotation, json }) => {
  const change = fromAnnotationPatch(await json(AnnotationPatch));
  return toWireAnnotation(await changeAnnotation(context.store, run(), annotation(), change));
});

/** Removes one; its history stays. */
export const DELETE = routeWithQuery(parseAnnotationRemoveQuery, async ({ context, run, annotation, query }) => {
  return toWireAnnotation(await changeAnnotation(context.store, run(), annotation(), query));
});
