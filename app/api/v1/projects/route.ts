import { listProjects } from "@/lib/server/list-projects";
import { route } from "@/lib/server/route";

export const dynamic = "force-dynamic";

/** What runs say they belong to. */
export const GET = route(async ({ context }) => ({ projects: await listProjects(context.store) }));
