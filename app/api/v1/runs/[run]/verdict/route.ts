import { readVerdict } from "@/lib/server/read-verdict";
import { route } from "@/lib/server/route";
import { toWireVerdict } from "@/lib/wire/verdict";

export const dynamic = "force-dynamic";

/** What to do now, and why. */
export const GET = route(async ({ context, run }) => toWireVerdict(await readVerdict(context.store, run())));
