import { z } from "zod";
import type { ProjectEntry } from "@/lib/core/project";
import { person } from "./person";
import { toWireTime } from "./step";

const count = z.int().min(0);
const name = z.string().trim().min(1).max(200);

export const WireProject = z.object({
  project: z.string(),
  runs: count,
  archived: count,
  rollouts: count,
  last_seen_at: z.iso.datetime().nullable(),
});
export type WireProject = z.infer<typeof WireProject>;

export const WireProjectList = z.object({ projects: z.array(WireProject) });

/** All runs of a project say another from now on. */
export const ProjectRename = z.strictObject({
  from: z.string().min(1).max(200),
  to: name,
  merge: z.boolean().default(false),
  by: person.nullish(),
});
export type ProjectRename = z.output<typeof ProjectRename>;

export const WireProjectRenamed = z.object({ project: z.string(), runs: count, merged: z.boolean() });
export type WireProjectRenamed = z.infer<typeof WireProjectRenamed>;

export function toWireProject({ project, runs, archived, rollouts, lastSeenAt }: ProjectEntry): WireProject {
  return { project, runs, archived, rollouts, last_seen_at: toWireTime(lastSeenAt) };
}
