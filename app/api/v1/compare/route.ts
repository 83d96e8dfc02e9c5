import { compareStoredRuns } from "@/lib/server/compare-runs";
import { routeWithQuery } from "@/lib/server/route";
import { describeComparison } from "@/lib/view/compare-words";
import { toText } from "@/lib/view/phrase";
import { parseCompareQuery } from "@/lib/wire/compare-query";
import { toWireComparison } from "@/lib/wire/comparison";

export const dynamic = "force-dynamic";

/** Up to eight runs side by side. */
export const GET = routeWithQuery(parseCompareQuery, async ({ context, query }) => {
  const found = await compareStoredRuns(context.store, query);
  return toWireComparison({ ...found, sentence: toText(describeComparison(found)) });
});
