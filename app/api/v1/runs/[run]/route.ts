import { found, route } from "@/lib/server/route";
import { RunPatch, toRunSettings, toWireRun, toWireRunDetail } from "@/lib/wire/run";

export const dynamic = "force-dynamic";

/** One run with its configuration, coverage, segments and comparisons. */
export const GET = route(async ({ context, run }) => {
  const name = run();
  return toWireRunDetail(found(await context.store.reader.readRun(name), `run called "${name}"`), 0);
});

/** What a run is called and how its numbers are read. What is left out stays. */
export const PUT = route(async ({ context, run, json }) => {
  const settings = toRunSettings(await json(RunPatch));
  return toWireRun(await context.store.writer.setRun(run(), settings, Date.now()), 0);
});

export const DELETE = route(async ({ context, run }) => {
  const name = run();
  found((await context.store.writer.deleteRun(name)) || null, `run called "${name}"`);
  return { run: name, deleted: true };
});
