import { formatRevision } from "@/lib/core/frame";
import { bucketSteps } from "@/lib/core/series";
import { found, route } from "@/lib/server/route";
import { parseStepQuery } from "@/lib/wire/query";
import { toWireBucket, toWireStep } from "@/lib/wire/step";

export const dynamic = "force-dynamic";

/** Summaries of steps, or of at most `resolution` buckets of them. */
export const GET = route(async ({ context: { store }, run, query }) => {
  const { filter, resolution } = parseStepQuery(run(), query);
  found(await store.reader.readRun(filter.run), `run called "${filter.run}"`);
  const { revision, steps } = await store.reader.listSteps(filter);
  const about = { run: filter.run, revision: formatRevision(revision) };
  if (resolution === null) return { ...about, steps: steps.map(toWireStep) };
  return { ...about, buckets: bucketSteps(steps, resolution).map(toWireBucket) };
});
