import { Problem } from "@/lib/core/errors";
import { route } from "@/lib/server/route";
import { setStep } from "@/lib/server/set-step";
import { parseIngestQuery } from "@/lib/wire/query";
import { StepPut } from "@/lib/wire/requests";

export const dynamic = "force-dynamic";

/** What is declared of a step. With `started_at` it becomes the run's current one. */
export const PUT = route(async ({ context, run, path, query, json }) => {
  const step = Number(path[3]);
  if (!Number.isSafeInteger(step) || step < 0 || !/^\d{1,10}$/.test(path[3] ?? "")) {
    throw new Problem("invalid_request", "A step is a whole number of at least 0.", { path: "step" });
  }
  const { defaults } = parseIngestQuery(query);
  const place = { run: run(), step, split: defaults.split ?? "train", segment: defaults.segment } as const;
  return setStep(context.store, { ...place, environment: defaults.environment }, await json(StepPut));
});
