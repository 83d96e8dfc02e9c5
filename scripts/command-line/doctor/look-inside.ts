/** Looks at the database itself. */
import { existsSync, statSync } from "node:fs";
import { type Examination, examine } from "@/db/sqlite/examine";
import { StoreError } from "@/db/sqlite/migrate";
import { formatBytes, formatCount, formatNoun } from "@/lib/view/format";
import type { DataFolder } from "../data-folder";
import { type Finding, fail, ok, warn } from "./finding";

/** Steps that are summarised again from their rows, drawn by lot. */
const sampledSteps = 50;
/** A log beyond this is not being folded into the database. */
const largeLogBytes = 512_000_000;
const manyDirtySteps = 5_000;

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}

function judgeSchema(found: Examination, newest: number): Finding {
  if (found.schemaVersion === newest) return ok("Schema", `version ${newest}, SQLite ${found.engine}`);
  const what = `version ${found.schemaVersion}, this program's is ${newest}`;
  return warn("Schema", what, "The next start brings it up; back up first, there is no way back.");
}

function judgeDamage({ damage }: Examination): Finding {
  if (damage.length === 0) return ok("Integrity", "every page and every reference is whole");
  const todo = "Keep a copy of the folder, then put a backup back: falsezero restore FILE.";
  return fail("Integrity", damage.join("; "), todo);
}

function judgeRecheck({ recheck }: Examination): Finding {
  const { steps, different } = recheck;
  const name = "Summaries";
  if (steps === 0) return ok(name, "no step to recompute");
  if (different.length === 0)
    return ok(name, `${formatNoun(steps, "step")}, drawn by lot, recomputed from rows: the same`);
  const what = `${formatCount(different.length)} of ${formatCount(steps)} steps are not what their rows say: ${different.slice(0, 5).join(", ")}`;
  return fail(name, what, "Stop the server and make them again: falsezero rebuild. Tell us: this is a defect.");
}

function judgeSpace({ pages }: Examination, file: string): Finding {
  const free = pages.free * pages.size;
  const what = `${formatBytes(sizeOf(file))}, of which ${formatBytes(free)} are free and used again first`;
  return ok("Database", what);
}

function judgeClock(newestAt: number | null, now: number): Finding {
  if (newestAt === null || newestAt <= now + 60_000) return ok("Clock", new Date(now).toISOString());
  const what = `it is ${new Date(now).toISOString()} here, and rows were taken in at ${new Date(newestAt).toISOString()}`;
  return warn("Clock", `${what}: it was set back`, "Set it right: what is live and what is quiet is judged by it.");
}

/** Looks at the database, running or not. */
export function lookInside(data: DataFolder, now: number): readonly Finding[] {
  const { database, newest } = data;
  if (!existsSync(database)) return [ok("Database", "none yet: it is made when a server starts")];
  let found: Examination;
  try {
    found = examine(database, newest, sampledSteps);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return [fail("Database", error.message, "Put a backup back with falsezero restore, or choose another folder.")];
  }
  const log = sizeOf(`${database}-wal`);
  return [
    judgeSpace(found, database),
    judgeSchema(found, newest),
    judgeDamage(found),
    judgeRecheck(found),
    found.dirtySteps > manyDirtySteps
      ? warn("To summarise", formatNoun(found.dirtySteps, "step"), "A running server works them off; see its log.")
      : ok("To summarise", formatNoun(found.dirtySteps, "step")),
    log > largeLogBytes
      ? warn(
          "Write-ahead log",
          formatBytes(log),
          "Some reader holds it open, such as a backup. Start the server again.",
        )
      : ok("Write-ahead log", formatBytes(log)),
    judgeClock(found.newestAt, now),
  ];
}
