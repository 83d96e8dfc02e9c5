import { route } from "@/lib/server/route";
import { toWirePlan } from "@/lib/wire/retention";

export const dynamic = "force-dynamic";

/** What the rules would do now. */
export const GET = route(async ({ context }) => toWirePlan(await context.store.reader.planRetention()));
