import { deleteRun } from "@/lib/server/delete-run";
import { readRun } from "@/lib/server/read-run";
import { route } from "@/lib/server/route";
import { setRun } from "@/lib/server/set-run";
import { RunPatch, toWireRun, toWireRunDetail } from "@/lib/wire/run";

export const dynamic = "force-dynamic";

/** One run with its configuration, coverage, segments and comparisons. */
export const GET = route(async ({ context, run }) => toWireRunDetail(await readRun(context.store, run())));

/** What a run is called and how its numbers are read. What is left out stays. */
export const PUT = route(async ({ context, writtenRun, json }) => {
  return toWireRun(await setRun(context.store, writtenRun(), await json(RunPatch)));
});

/** Removes a run for good. */
export const DELETE = route(async ({ context, run }) => deleteRun(context.store, run()));
