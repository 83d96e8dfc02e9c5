import { deleteRollout } from "@/lib/server/delete-rollout";
import { readRollout } from "@/lib/server/read-rollout";
import { route } from "@/lib/server/route";
import { toWireRolloutDetail } from "@/lib/wire/rollout";

export const dynamic = "force-dynamic";

/** One rollout with its attempts, its siblings and what is kept of its row. */
export const GET = route(async ({ context, rollout }) => {
  const { detail, payload } = await readRollout(context.store, rollout());
  return toWireRolloutDetail(detail, payload);
});

/** Removes a rollout for good, with its attempts and its text. */
export const DELETE = route(async ({ context, rollout }) => deleteRollout(context.store, rollout()));
