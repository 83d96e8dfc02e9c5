import { planRetention } from "@/lib/server/plan-retention";
import { route } from "@/lib/server/route";

export const dynamic = "force-dynamic";

/** What the rules would do now. */
export const GET = route(async ({ context }) => planRetention(context.store));
