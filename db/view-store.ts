import type { NewView, SavedView, ViewChange } from "@/lib/core/search/saved-view";
import type { SearchQuery, SearchResult } from "@/lib/core/search/search";

/** Finds things by words. */
export interface SearchReader {
  /** Answers for all that was acknowledged. Words are taken to the letter, whatever is in them. */
  search(query: SearchQuery): Promise<readonly SearchResult[]>;
}

/** Views that people saved. Kept, and never rebuilt. */
export interface ViewStore {
  /** Newest change first. */
  listViews(): Promise<readonly SavedView[]>;
  readView(id: number): Promise<SavedView | null>;
  addView(view: NewView, now: number): Promise<SavedView>;
  /** null: there is none. @throws Problem `conflict` after another's change. */
  changeView(id: number, change: ViewChange, now: number): Promise<SavedView | null>;
  /** false: there is none. @throws Problem `conflict` after another's change. @param version undefined: whatever it is. */
  removeView(id: number, version: number | undefined): Promise<boolean>;
}
