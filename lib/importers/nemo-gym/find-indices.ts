import type { LineEnds, PlainRow } from "../importer";

const task = '"_ng_task_index":';
const rollout = '"_ng_rollout_index":';
/** A whole number or a string, as it stands in JSON. */
const value = /\s*(?:(\d+)|"([^"\\]*)")\s*[,}]/y;
/** Keys that give a rollout a name of its own. */
const ownName = /"(?:_ng_rollout_id|_ng_failure_record|_falsezero)":/;

const quote = 0x22;
const backslash = 0x5c;

/** Index just behind a string that opens at `start`. */
function skipString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quote) return at + 1;
  }
  return text.length;
}

function readValue(text: string, key: string, at: number): string | null {
  value.lastIndex = at + key.length;
  const [, number, name] = value.exec(text) ?? [];
  return number ?? name ?? null;
}

/**
 * Tells a line that has both indices at its own level, near its end, where the collector writes its keys: then it needs
 * no id of ours, and parsing it can be left to the server. A key inside a string has its quotes escaped; one inside
 * another object is told by the brackets.
 */
export function findIndices({ end }: LineEnds): PlainRow | null {
  const positions = [end.lastIndexOf(task), end.lastIndexOf(rollout)] as const;
  const first = Math.min(...positions);
  const second = Math.max(...positions);
  if (first < 0) return null;
  const [taskValue, rolloutValue] = [readValue(end, task, positions[0]), readValue(end, rollout, positions[1])];
  if (taskValue === null || rolloutValue === null || !endsLevel(end, first, second)) return null;
  return { key: ownName.test(end) ? null : `${taskValue}\n${rolloutValue}` };
}

/** Whether two keys, the first to the last, are of the level that the line's last brace closes. */
function endsLevel(text: string, first: number, second: number): boolean {
  let depth = 0;
  for (let at = first; at < text.length; ) {
    if (at === second && depth !== 0) return false;
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = skipString(text, at);
      continue;
    }
    if (code === 0x7b || code === 0x5b) depth++;
    // The brace that closes the level of the keys has to be the line's last sign.
    else if (code === 0x7d || code === 0x5d) {
      if (depth === 0) return code === 0x7d && at === text.length - 1;
      depth--;
    }
    at++;
  }
  return false;
}
