import { appendAnnotation } from "@/lib/server/append-annotation";
import { route } from "@/lib/server/route";
import { AnnotationPost } from "@/lib/wire/requests";
import { toWireAnnotation } from "@/lib/wire/run";

export const dynamic = "force-dynamic";

/** A note on a step, a range of steps or a moment. */
export const POST = route(async ({ context, run, json }) => {
  return toWireAnnotation(await appendAnnotation(context.store, run(), await json(AnnotationPost)));
});
