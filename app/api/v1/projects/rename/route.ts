import { renameProject } from "@/lib/server/rename-project";
import { route } from "@/lib/server/route";
import { ProjectRename } from "@/lib/wire/project";

export const dynamic = "force-dynamic";

/** All runs of a project say another from now on. */
export const POST = route(async ({ context, json }) => renameProject(context.store, await json(ProjectRename)));
