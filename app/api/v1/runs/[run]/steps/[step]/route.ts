import { routeWithQuery } from "@/lib/server/route";
import { setStep } from "@/lib/server/set-step";
import { parsePlaceQuery } from "@/lib/wire/query";
import { StepPut } from "@/lib/wire/requests";

export const dynamic = "force-dynamic";

/** What is declared of a step. With `started_at` it becomes the run's current one. */
export const PUT = routeWithQuery(parsePlaceQuery, async ({ context, writtenRun, step, query, json }) => {
  return setStep(context.store, { run: writtenRun(), step: step(), ...query }, await json(StepPut));
});
