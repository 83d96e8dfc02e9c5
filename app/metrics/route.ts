import { route } from "@/lib/server/route";
import { writeMetrics } from "@/lib/server/write-metrics";

export const dynamic = "force-dynamic";

/** Prometheus text. */
export const GET = route(async ({ context }) => {
  const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" };
  return new Response(await writeMetrics(context), { headers });
});
