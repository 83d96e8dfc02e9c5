/** What people send about issues. */
import { z } from "zod";
import { triageStates } from "@/lib/core/issues/triage";
import { person } from "./person";

/** Who does it: this server knows no accounts, so they say. */
const by = person.default("someone");

export const IssuePatch = z
  .strictObject({
    version: z.int().min(0),
    state: z.enum(triageStates).optional(),
    until_rate: z.number().min(0).lt(1).nullish(),
    owner: person.nullish(),
    by,
  })
  .refine((told) => told.until_rate == null || told.state === "ignored", {
    path: ["until_rate"],
    message: "goes with the state ignored only",
  });

export const IssueNotePost = z.strictObject({ text: z.string().trim().min(1).max(10_000), by });

export const IssueMergePost = z.strictObject({ issue: z.int().min(1), by });

export const IssueUnmergePost = z.strictObject({ fingerprint: z.string().regex(/^[0-9a-f]{32}$/), by });
