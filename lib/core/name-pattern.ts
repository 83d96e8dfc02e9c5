/**
 * Whether a name is what a pattern asks for, in which each star stands for anything, nothing included.
 *
 * Patterns come from whoever asks. A regular expression of several stars tries every way to share a name out among them;
 * taking the first place that fits finds a match if there is any, in one pass over the name.
 */
export function matchesPattern(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let from = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, from);
    if (found < 0 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}
