import { route, routeWithQuery } from "@/lib/server/route";
import { changeView, readView, removeView } from "@/lib/server/saved-views";
import { parseQuery } from "@/lib/wire/query";
import { toViewChange, toWireView, ViewPatch, ViewRemovalQuery } from "@/lib/wire/saved-view";

export const dynamic = "force-dynamic";

/** One saved view. */
export const GET = route(async ({ context, view }) => toWireView(await readView(context.store, view())));

/** Renames a view, or saves other filters under its name. */
export const PATCH = route(async ({ context, view, json }) => {
  return toWireView(await changeView(context.store, view(), toViewChange(await json(ViewPatch))));
});

/** Removes a view. */
export const DELETE = routeWithQuery(
  (query) => parseQuery(ViewRemovalQuery, query),
  async ({ context, view, query }) => removeView(context.store, view(), query.version),
);
