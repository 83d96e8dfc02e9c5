import { readRunSizes } from "@/lib/server/read-run-sizes";
import { route } from "@/lib/server/route";

export const dynamic = "force-dynamic";

/** How much of the database each run takes. */
export const GET = route(async ({ context }) => readRunSizes(context.store));
