import type { Store } from "@/db/store";
import { Problem } from "@/lib/core/errors";

/** A run's value that must be there. @throws Problem `not_found` with the run's name. */
export function foundRun<Value>(value: Value | null, run: string): Value {
  if (value === null) throw new Problem("not_found", `There is no run called "${run}".`);
  return value;
}

/** A rollout's value that must be there. @throws Problem `not_found` with the rollout's number. */
export function foundRollout<Value>(value: Value | null, key: number): Value {
  if (value === null) throw new Problem("not_found", `There is no rollout ${key}.`);
  return value;
}

/** An issue's value that must be there. @throws Problem `not_found` with the issue's number. */
export function foundIssue<Value>(value: Value | null, id: number): Value {
  if (value === null) throw new Problem("not_found", `There is no issue ${id}.`);
  return value;
}

/** Asks for nothing but whether a run is there. @throws Problem `not_found` with its name. */
export async function requireRun(store: Store, run: string): Promise<void> {
  if (!(await store.reader.hasRun(run))) foundRun(null, run);
}

/** An annotation that must be there. @throws Problem `not_found` with its number. */
export function foundAnnotation<Value>(value: Value | null, run: string, id: number): Value {
  if (value === null) throw new Problem("not_found", `The run "${run}" has no annotation ${id}.`);
  return value;
}
