import { found, route } from "@/lib/server/route";
import { FinishPost } from "@/lib/wire/requests";

export const dynamic = "force-dynamic";

/** Says that a run has ended, and how. */
export const POST = route(async ({ context, run, json }) => {
  const { state } = await json(FinishPost);
  const name = run();
  found((await context.store.writer.setFinished(name, state)) || null, `run called "${name}"`);
  return { run: name, state };
});
