import type { RestoreReport } from "@/db/sqlite/restore";
import { type Answer, toJsonAnswer } from "@/lib/server/respond";
import { parseRestoreQuery, toWireRestore } from "@/lib/wire/restore";

/** `POST /api/v1/restore`. Answered once the copy is in its place and open. @throws Problem */
export async function takeRestore(restore: (key: string) => Promise<RestoreReport>, query: string): Promise<Answer> {
  const { copy } = parseRestoreQuery(new URLSearchParams(query));
  return toJsonAnswer(JSON.stringify(toWireRestore(await restore(copy))));
}
