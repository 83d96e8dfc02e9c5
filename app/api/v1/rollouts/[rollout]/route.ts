import { readRollout } from "@/lib/server/read-rollout";
import { found, route } from "@/lib/server/route";
import { parseJsonText } from "@/lib/wire/json-text";
import { toWireRolloutDetail } from "@/lib/wire/rollout";

export const dynamic = "force-dynamic";

/** One rollout with its attempts, its siblings and what is kept of its row. */
export const GET = route(async ({ context, path }) => {
  const { detail } = found(await readRollout(context.store, Number(path[1])), `rollout ${path[1]?.slice(0, 20)}`);
  return toWireRolloutDetail(detail, detail.payload === null ? undefined : parseJsonText(detail.payload));
});

/** Removes a rollout for good, with its attempts and its text. */
export const DELETE = route(async ({ context, path }) => {
  const key = Number(path[1]);
  const isDeleted = Number.isSafeInteger(key) && (await context.store.writer.deleteRollout(key));
  found(isDeleted || null, `rollout ${path[1]?.slice(0, 20)}`);
  return { rollout: key, deleted: true };
});
