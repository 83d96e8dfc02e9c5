/** Views that people save: pages with their filters, under a name. */
import { z } from "zod";
import { isOfRun, type NewView, type SavedView, type ViewChange, viewPages } from "@/lib/core/search/saved-view";
import { person } from "./person";
import { parseRunName } from "./run-name";

const name = z.string().trim().min(1).max(120);
const query = z.string().max(4_000);

export const ViewPost = z
  .strictObject({
    name,
    page: z.enum(viewPages),
    run: z.string().min(1).max(1_000).nullish(),
    query: query.default(""),
    by: person.nullish(),
  })
  .refine((told) => told.run == null || isOfRun(told.page), {
    path: ["run"],
    message: "goes with the pages run and rollouts only",
  });

export const ViewPatch = z.strictObject({
  version: z.int().min(1),
  name: name.optional(),
  query: query.optional(),
  run: z.string().min(1).max(1_000).nullish(),
});

export const WireView = z.object({
  view: z.int().min(1),
  name: z.string(),
  page: z.enum(viewPages),
  run: z.string().nullable(),
  query: z.string(),
  by: z.string().nullable(),
  version: z.int().min(1),
  created_at: z.iso.datetime(),
  changed_at: z.iso.datetime(),
});
export type WireView = z.infer<typeof WireView>;

export const WireViewList = z.object({ views: z.array(WireView) });

export const WireViewDeleted = z.object({ view: z.int().min(1), deleted: z.literal(true) });

/** The version that whoever removes a view saw. */
export const ViewRemovalQuery = z.object({ version: z.coerce.number().int().min(1).optional() });

export function toNewView({ name: told, page, run, query: search, by }: z.output<typeof ViewPost>): NewView {
  return { name: told, page, query: search, run: run == null ? null : parseRunName(run), author: by ?? null };
}

export function toViewChange({ run, ...told }: z.output<typeof ViewPatch>): ViewChange {
  return { ...told, run: run === undefined || run === null ? run : parseRunName(run) };
}

export function toWireView({ id, author, createdAt, changedAt, ...same }: SavedView): WireView {
  return {
    ...same,
    view: id,
    by: author,
    created_at: new Date(createdAt).toISOString(),
    changed_at: new Date(changedAt).toISOString(),
  };
}

/** What the API answers, read by a page. @throws where it is something else. */
export function parseViewList(json: unknown): readonly SavedView[] {
  return WireViewList.parse(json).views.map(({ view, by, created_at: createdAt, changed_at: changedAt, ...same }) => ({
    ...same,
    id: view,
    author: by,
    createdAt: Date.parse(createdAt),
    changedAt: Date.parse(changedAt),
  }));
}
