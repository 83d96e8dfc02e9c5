/** What the members of searches and saved views mean. */

import type { z } from "zod";
import type { ViewPatch, ViewPost, WireView, WireViewDeleted, WireViewList } from "../saved-view";
import type { WireSearchResults } from "../search";

type Notes<Fields> = Readonly<Record<keyof Fields, string>>;

const post: Notes<z.input<typeof ViewPost>> = {
  name: "What people call it, 120 characters at most.",
  page: "The page that it is of.",
  run: "The run that it is of, for the pages run and rollouts; null: it is of any run.",
  query: "What stands behind the question mark of the page's address.",
  by: "Who saved it.",
};

const patch: Notes<z.input<typeof ViewPatch>> = {
  version: "The version that was seen; where it is another now, nothing is changed.",
  name: post.name,
  query: post.query,
  run: "Another run, or null for any.",
};

const view: Notes<WireView> = {
  ...post,
  view: "Its number; /views/{view} is a link to it.",
  version: "Grows with every change.",
  created_at: "When it was saved.",
  changed_at: "When it was changed last.",
};

const list: Notes<z.infer<typeof WireViewList>> = { views: "Newest change first." };
const deleted: Notes<z.infer<typeof WireViewDeleted>> = { view: "Its number.", deleted: "Always true." };
const results: Notes<z.infer<typeof WireSearchResults>> = {
  results: "Type by type, of each the newest first; runs by how well their name fits.",
};

export const searchNotes = {
  ViewPost: post,
  ViewPatch: patch,
  View: view,
  ViewList: list,
  ViewDeleted: deleted,
  SearchResults: results,
} as const;
