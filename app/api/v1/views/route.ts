import { route } from "@/lib/server/route";
import { addView, listViews } from "@/lib/server/saved-views";
import { toNewView, toWireView, ViewPost } from "@/lib/wire/saved-view";

export const dynamic = "force-dynamic";

/** Saved views, newest change first. */
export const GET = route(async ({ context }) => ({ views: (await listViews(context.store)).map(toWireView) }));

/** Saves a page's filters under a name. */
export const POST = route(async ({ context, json }) => {
  return toWireView(await addView(context.store, toNewView(await json(ViewPost))));
});
