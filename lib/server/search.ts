import type { Store } from "@/db/store";
import type { SearchQuery, SearchResult } from "@/lib/core/search/search";
import { requireRun } from "./found";

/** What words find. @throws Problem `not_found` where the run that is asked for is not there. */
export async function search(store: Store, query: SearchQuery): Promise<readonly SearchResult[]> {
  if (query.run !== undefined) await requireRun(store, query.run);
  return store.searcher.search(query);
}
