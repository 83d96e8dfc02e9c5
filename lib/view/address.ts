/** Pieces of addresses that several pages share. */
import { labelPrefix } from "@/lib/core/filter/term";
import type { Pair } from "@/lib/core/rollout";

export function withSearch(path: string, params: URLSearchParams): string {
  return params.size === 0 ? path : `${path}?${params}`;
}

/** What is not there and what is empty are one thing. */
export function readText(text: string | null): string | null {
  return text === null || text === "" ? null : text;
}

/** The label whose value a parameter is; null where it is another one, or says nothing. */
function readLabel(name: string, value: string): Pair<string> | null {
  if (!name.startsWith(labelPrefix) || name.length === labelPrefix.length || value === "") return null;
  return [name.slice(labelPrefix.length), value];
}

/** Every `label.<name>=<value>`, in the order of the address. */
export function readLabels(params: Iterable<readonly [string, string]>): Pair<string>[] {
  return [...params].flatMap(([name, value]) => {
    const label = readLabel(name, value);
    return label === null ? [] : [label];
  });
}

/** The same as parameters. */
export function toLabelParams(labels: readonly Pair<string>[]): Pair<string>[] {
  return labels.map(([name, value]) => [`${labelPrefix}${name}`, value]);
}
