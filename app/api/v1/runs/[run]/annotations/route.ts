import { appendAnnotation } from "@/lib/server/append-annotation";
import { listAnnotations, placeAnnotations } from "@/lib/server/list-annotations";
import { route, routeWithQuery } from "@/lib/server/route";
import { AnnotationPost, toWireAnnotation, toWireAnnotations } from "@/lib/wire/annotation";
import { parseAnnotationsQuery } from "@/lib/wire/annotation-query";

export const dynamic = "force-dynamic";

/** What was noted of a run, or what was removed of it. */
export const GET = routeWithQuery(parseAnnotationsQuery, async ({ context, run, query }) => {
  const name = run();
  const annotations = await listAnnotations(context.store, name, query);
  return toWireAnnotations(name, await placeAnnotations(context.store, name, annotations));
});

/** A note on a step, a range of steps or a moment. */
export const POST = route(async ({ context, writtenRun, json }) => {
  return toWireAnnotation(await appendAnnotation(context.store, writtenRun(), await json(AnnotationPost)));
});
