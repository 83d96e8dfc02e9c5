import { openCurrent } from "@/db/sqlite/judge-copy";
import { openSqliteStore } from "@/db/sqlite/open";
import { planRetention } from "@/db/sqlite/read-retention";
import type { PlannedAct } from "@/lib/core/retention";
import { applyRetention } from "@/lib/server/apply-retention";
import { readConfig } from "@/lib/server/config";
import { formatBytes, formatCount, formatNoun } from "@/lib/view/format";
import { toWirePlan } from "@/lib/wire/retention";
import { type DataFolder, demandDatabase } from "./data-folder";
import { exitCodes } from "./server-address";

const words = {
  payloads: "its text goes",
  rollouts: "its rollouts go, and its steps are sealed",
  removal: "it is removed, after the ordinary wait",
} as const;

const protections = { kept_by_tag: "kept by its tag", open_incident: "kept: an incident is open" } as const;

function toLine({ run, act, rule, protection, steps, rollouts, bytes }: PlannedAct): string {
  const what = protection === null ? words[act] : protections[protection];
  const amounts = [
    ...(steps > 0 ? [formatNoun(steps, "step")] : []),
    ...(rollouts > 0 ? [formatNoun(rollouts, "rollout")] : []),
    formatBytes(bytes),
  ].join(", ");
  return `  ${run}: ${what} (${amounts}; ${rule})`;
}

/**
 * Applies the rules of retention, or says what they would do.
 *
 * @returns the exit code. @throws StoreError, also where the folder holds no data, and ConfigError.
 */
export async function retainData(
  { json, isDryRun }: { readonly json: boolean; readonly isDryRun: boolean },
  data: DataFolder,
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<number> {
  demandDatabase(data, "no rule of retention");
  const planned = isDryRun ? readPlan(data) : await applyAll(data, environment);
  if (json) print(JSON.stringify({ dry_run: isDryRun, ...toWirePlan(planned) }));
  else if (planned.length === 0) print("Nothing is due.");
  else {
    const bytes = planned.reduce((sum, act) => sum + (act.protection === null ? act.bytes : 0), 0);
    print(
      `${formatCount(planned.length)} due${isDryRun ? "; nothing was removed" : ", and done"}: ${formatBytes(bytes)}.`,
    );
    for (const act of planned) print(toLine(act));
  }
  return exitCodes.done;
}

function readPlan({ database, newest }: DataFolder): readonly PlannedAct[] {
  const db = openCurrent(database, newest);
  try {
    return db.transaction(() => planRetention(db, Date.now()))();
  } finally {
    db.close();
  }
}

async function applyAll(data: DataFolder, environment: Readonly<Record<string, string | undefined>>) {
  const { removalMinutes } = readConfig(environment, data.folder);
  const store = openSqliteStore(data);
  try {
    return await applyRetention({ store, removalMinutes, now: Date.now, stopping: new AbortController().signal });
  } finally {
    await store.close();
  }
}
