import { route } from "@/lib/server/route";
import { describeApi } from "@/lib/wire/openapi";

export const dynamic = "force-dynamic";

/** The API as an OpenAPI 3.1 document. */
export const GET = route(async ({ context }) => describeApi(context.version));
