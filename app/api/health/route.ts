import { readHealth } from "@/lib/server/read-health";
import { route } from "@/lib/server/route";

export const dynamic = "force-dynamic";

/** Liveness, readiness, storage and versions; no secrets. */
export const GET = route(async ({ context }) => {
  const health = await readHealth(context);
  return Response.json(health, { status: health.ready ? 200 : 503, headers: { "cache-control": "no-store" } });
});
