import { z } from "zod";
import type { AnnotationChange } from "@/lib/core/annotation";
import { person } from "./person";
import { parseQuery } from "./query";

/** What goes with removing one, which has no body. */
export const AnnotationRemoveQuery = z.object({
  version: z.coerce.number().int().min(1),
  by: person.optional(),
});

export const AnnotationsQuery = z.object({ removed: z.enum(["true", "false"]).default("false") });

/** @throws Problem `invalid_request`, as does the other. */
export function parseAnnotationRemoveQuery(query: URLSearchParams): AnnotationChange {
  const { version, by } = parseQuery(AnnotationRemoveQuery, query);
  return { version, by: by ?? null, told: {}, isRemoved: true };
}

export function parseAnnotationsQuery(query: URLSearchParams): { readonly removed: boolean } {
  return { removed: parseQuery(AnnotationsQuery, query).removed === "true" };
}
