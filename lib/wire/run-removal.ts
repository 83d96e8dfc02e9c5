import { z } from "zod";
import type { RunContents, RunRemoval } from "@/lib/core/run-removal";
import { person } from "./person";
import { toWireTime } from "./step";

const count = z.int().min(0);
const time = z.iso.datetime().nullable();

/** The longest wait: a year. */
const longestWaitMinutes = 525_600;

/** A run is to be removed. Its name is repeated, so that nobody removes one by a slip in an address. */
export const RemovalPost = z.strictObject({
  name: z.string(),
  wait_minutes: z.int().min(0).max(longestWaitMinutes).optional(),
  by: person.nullish(),
});
export type RemovalPost = z.infer<typeof RemovalPost>;

const WireRunContents = z.object({
  rollouts: count,
  steps: count,
  incidents: count,
  issues_only_here: count,
  triaged_issues_only_here: count,
  annotations: count,
  overrides: count,
  report_edits: count,
  notices: count,
  bytes: count,
});

/** What will go with a run, and when, where somebody asked for it. */
export const WireRemoval = z.object({
  run: z.string(),
  name: z.string().nullable(),
  contents: WireRunContents,
  asked_by: z.string().nullable(),
  asked_at: time,
  due_at: time,
  wait_minutes: count,
});
export type WireRemoval = z.infer<typeof WireRemoval>;

export const WireRemovalList = z.object({ removals: z.array(WireRemoval) });

export const WireRunRestored = z.object({ run: z.string(), restored: z.literal(true) });

/** A run that nobody asked to remove has no dates. */
export type ToldRemoval = Omit<RunRemoval, "askedAt" | "dueAt"> & {
  readonly askedAt: number | null;
  readonly dueAt: number | null;
};

function toWireContents(contents: RunContents): z.infer<typeof WireRunContents> {
  const { issuesOnlyHere, triagedIssuesOnlyHere, reportEdits, ...same } = contents;
  return {
    ...same,
    issues_only_here: issuesOnlyHere,
    triaged_issues_only_here: triagedIssuesOnlyHere,
    report_edits: reportEdits,
  };
}

/** @param waitMinutes how long a run waits here unless the request says so. */
export function toWireRemoval(removal: ToldRemoval, waitMinutes: number): WireRemoval {
  const { run, title, contents, askedBy, askedAt, dueAt } = removal;
  return {
    run,
    name: title,
    contents: toWireContents(contents),
    asked_by: askedBy,
    asked_at: toWireTime(askedAt),
    due_at: toWireTime(dueAt),
    wait_minutes: waitMinutes,
  };
}
