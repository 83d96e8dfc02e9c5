import { finishRun } from "@/lib/server/finish-run";
import { route } from "@/lib/server/route";
import { FinishPost } from "@/lib/wire/requests";

export const dynamic = "force-dynamic";

/** Says that a run has ended, and how. */
export const POST = route(async ({ context, writtenRun, json }) =>
  finishRun(context.store, writtenRun(), await json(FinishPost)),
);
