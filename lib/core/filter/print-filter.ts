import { type FilterTerm, labelPrefix, type TermValue } from "./term";

function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function printValue({ text, quoted }: Pick<TermValue, "text" | "quoted">): string {
  return quoted ? quote(text) : text;
}

const plainKey = /^[\p{L}_][\p{L}\p{N}_./-]*$/u;

function printKey(key: string): string {
  if (plainKey.test(key)) return key;
  return key.startsWith(labelPrefix) ? `${labelPrefix}${quote(key.slice(labelPrefix.length))}` : key;
}

/** Writes one term the way {@link parseFilter} reads it. */
export function printTerm(term: FilterTerm): string {
  const sign = term.not ? "-" : "";
  if (term.as === "text") return `${sign}${printValue(term)}`;
  return `${sign}${printKey(term.key)}:${term.values.map(printValue).join(",")}`;
}

/** Writes terms the way {@link parseFilter} reads them. */
export function printFilter(terms: readonly FilterTerm[]): string {
  return terms.map(printTerm).join(" ");
}
