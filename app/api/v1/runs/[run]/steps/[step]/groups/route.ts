import { listStepGroups } from "@/lib/server/list-step-groups";
import { routeWithQuery } from "@/lib/server/route";
import { parseStepGroupsQuery } from "@/lib/wire/query";
import { toWireStepGroups } from "@/lib/wire/step-groups";

export const dynamic = "force-dynamic";

/** A step's prompt groups with their rollouts, and the steps around it. */
export const GET = routeWithQuery(parseStepGroupsQuery, async ({ context, run, step, query: { filter, page } }) => {
  return toWireStepGroups(await listStepGroups(context.store, { run: run(), ...filter }, step(), page));
});
