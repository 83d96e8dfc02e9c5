import type { Tape } from "./tape";

/** A checkpoint that a trainer declared: the policy after the update of its step. */
export interface Checkpoint {
  readonly segment: string;
  readonly step: number;
  readonly name: string;
}

/** Whether any step up to each one, along its line, is spoilt. */
function markSpoilt(tape: Tape, spoilt: ReadonlySet<number>): boolean[] {
  const marks: boolean[] = [];
  for (let index = 0; index < tape.length; index++) {
    marks.push(spoilt.has(index) || (marks[tape.previous(index)] ?? false));
  }
  return marks;
}

/**
 * The newest declared checkpoint before which no update used a rollout of these steps, by index of the tape: those of
 * open and rolled-back incidents. A checkpoint holds the updates of its segment up to its own step, and of older
 * segments as far as that one goes on from them. One of a segment that nothing was heard of is not known to be clean.
 *
 * @returns null where none was declared, or none is clean.
 */
export function findCleanCheckpoint(
  tape: Tape,
  checkpoints: readonly Checkpoint[],
  spoilt: ReadonlySet<number>,
): Checkpoint | null {
  const marks = markSpoilt(tape, spoilt);
  let newest: { checkpoint: Checkpoint; index: number } | null = null;
  for (const checkpoint of checkpoints) {
    const index = findUpdate(tape, checkpoint);
    if (index === null || marks[index] === true) continue;
    const isNewer =
      newest === null || index > newest.index || (index === newest.index && checkpoint.step > newest.checkpoint.step);
    if (isNewer) newest = { checkpoint, index };
  }
  return newest?.checkpoint ?? null;
}

/** The last step of the checkpoint's segment that is in it, or null. */
function findUpdate(tape: Tape, { segment, step }: Checkpoint): number | null {
  for (let index = tape.length - 1; index >= 0; index--) {
    const at = tape.at(index);
    if (at?.segment === segment && at.step <= step) return index;
  }
  return null;
}
