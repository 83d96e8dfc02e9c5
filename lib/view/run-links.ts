import type { Outcome } from "@/lib/core/outcome";
import type { Split } from "@/lib/core/rollout";
import { toLabelParams } from "./address";
import { type RunView, toRunParams } from "./run-view";

/** The rollouts that a mark counts. */
export interface Counted {
  /** Steps it covers; absent: all that the view shows. */
  readonly steps?: { readonly from: number; readonly to: number } | undefined;
  readonly kind?: string | undefined;
  readonly outcome?: Exclude<Outcome, "unknown"> | undefined;
  readonly suspected?: boolean | undefined;
  /** These three hold whatever the view is filtered by; absent: as the view has them. */
  readonly environment?: string | undefined;
  readonly segment?: string | undefined;
  readonly split?: Split | undefined;
}

/** The address of a run; its name may hold any character. */
export function runHref(run: string, view?: RunView): string {
  return withQuery(`/runs/${encode(run)}`, view === undefined ? {} : toRunParams(view));
}

/** The runs of a project. */
export function projectHref(project: string): string {
  return withQuery("/", { project });
}

/** Where a run's snapshot, its live stream or its table is read. @param resolution null: step by step. */
export function snapshotHref(
  run: string,
  resource: "snapshot" | "events" | "steps.csv",
  view: RunView,
  range: { readonly from: number | null; readonly to: number | null },
  resolution: number | null,
): string {
  return withQuery(`/api/v1/runs/${encode(run)}/${resource}`, {
    from: range.from === null ? null : String(range.from),
    to: range.to === null ? null : String(range.to),
    environment: view.environment,
    split: view.split,
    segment: view.segment,
    ...Object.fromEntries(toLabelParams(view.labels)),
    resolution: resolution === null ? null : String(resolution),
  });
}

/** Where it is read whose a change of the reward is, from up to 50 steps before these to these. */
export function attributionHref(
  run: string,
  { environment, split, segment }: Pick<RunView, "environment" | "split" | "segment">,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const range = { from: String(from), to: String(to) };
  return withQuery(`/api/v1/runs/${encode(run)}/attribution`, { ...range, environment, split, segment });
}

/** Where it is read what sets some rollouts apart from the others of the same steps. */
export function differenceHref(
  run: string,
  { from, to }: { readonly from: number; readonly to: number },
  of: { readonly kind: string } | { readonly outcome: string } | { readonly suspected: "true" },
): string {
  return withQuery(`/api/v1/runs/${encode(run)}/difference`, { ...of, from: String(from), to: String(to) });
}

/**
 * The page that compares runs: `runs=a,b`, or `run=…` for each where a name holds a comma.
 *
 * @param rest what else its address says.
 */
export function compareHref(runs: readonly string[], rest: URLSearchParams = new URLSearchParams()): string {
  const names = runs.map(encode);
  const named = runs.some((run) => run.includes(","))
    ? names.map((run) => `run=${run}`)
    : names.length === 0
      ? []
      : [`runs=${names.join(",")}`];
  const query = [...named, ...[...rest].map(([name, value]) => `${encode(name)}=${encode(value)}`)].join("&");
  return query === "" ? "/compare" : `/compare?${query}`;
}

/** Half a surrogate pair has no place in an address; it becomes the replacement character, as in the browser's own forms. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
}

function withQuery(path: string, params: Readonly<Record<string, string | null>>): string {
  const query = Object.entries(params)
    .flatMap(([name, value]) => (value === null ? [] : [`${encode(name)}=${encode(value)}`]))
    .join("&");
  return query === "" ? path : `${path}?${query}`;
}
