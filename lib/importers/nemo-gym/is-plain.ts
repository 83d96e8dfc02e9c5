const task = '"_ng_task_index":';
const rollout = '"_ng_rollout_index":';
/** A whole number or a string. */
const value = /\s*(?:\d|"[^"\\])/y;

/** The collector writes its keys behind everything else. */
const tailLength = 4_096;

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

function hasValue(text: string, key: string, at: number): boolean {
  value.lastIndex = at + key.length;
  return value.test(text);
}

/**
 * Whether a line has both indices at its own level, near its end: then it needs no id of ours, and parsing it can be
 * left to the server. A key inside a string has its quotes escaped; one inside another object is told by the brackets.
 */
export function hasIndices(text: string): boolean {
  const positions = [text.lastIndexOf(task), text.lastIndexOf(rollout)] as const;
  const first = Math.min(...positions);
  const second = Math.max(...positions);
  if (first < Math.max(0, text.length - tailLength)) return false;
  if (!hasValue(text, task, positions[0]) || !hasValue(text, rollout, positions[1])) return false;
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
