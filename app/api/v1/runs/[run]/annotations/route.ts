import { route } from "@/lib/server/route";
import { AnnotationPost, toEpochMs } from "@/lib/wire/requests";
import { toWireAnnotation } from "@/lib/wire/run";

export const dynamic = "force-dynamic";

/** A note on a step, a range of steps or a moment. */
export const POST = route(async ({ context, run, json }) => {
  const { step, to_step: toStep, at, text, kind } = await json(AnnotationPost);
  const told = { step: step ?? null, toStep: toStep ?? null, at: at == null ? null : toEpochMs(at), text, kind };
  return toWireAnnotation(await context.store.triage.appendAnnotation(run(), told, Date.now()));
});
