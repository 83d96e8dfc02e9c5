/** Which step a page shows and how: what its address says, and where it leads. */
import { type GroupOrder, groupOrders } from "@/lib/core/step-groups";
import type { StepFilter } from "@/lib/core/stored-rollout";
import { withSearch } from "./address";
import { everyRollout, parseRolloutView, type RolloutView, rolloutsPath, toRolloutSearch } from "./rollout-view";
import { runHref } from "./run-links";
import type { RunView } from "./run-view";

export interface StepView extends Pick<RolloutView, "split" | "environment" | "segment" | "labels"> {
  readonly order: GroupOrder;
}

export const wholeStep: StepView = { split: "train", environment: null, segment: null, labels: [], order: "name" };

/** Reads an address; what makes no sense there is as if it were absent. */
export function parseStepView(params: URLSearchParams): StepView {
  const { split, environment, segment, labels } = parseRolloutView(params);
  const order = groupOrders.find((one) => one === params.get("order")) ?? "name";
  return { split, environment, segment, labels, order };
}

/** What a view asks, of a page or of the API. */
export function toStepSearch({ order, ...filters }: StepView): URLSearchParams {
  const params = toRolloutSearch({ ...everyRollout, ...filters });
  if (order !== "name") params.set("order", order);
  return params;
}

/** The page of a step, under the filters of the page that leads there. */
export function stepHref(run: string, step: number, view: StepView): string {
  return withSearch(`${runHref(run)}/steps/${step}`, toStepSearch(view));
}

/** The same from the run's page. */
export function stepHrefOf(run: string, step: number, { split, environment, segment, labels }: RunView): string {
  return stepHref(run, step, { ...wholeStep, split, environment, segment, labels });
}

/** The API's address of a page of a step's groups. */
export function stepGroupsHref(run: string, step: number, view: StepView, offset: number): string {
  const params = toStepSearch(view);
  if (offset > 0) params.set("offset", String(offset));
  return withSearch(`/api/v1${runHref(run)}/steps/${step}/groups`, params);
}

/** The live stream of this step and those after it, which may be the next one. */
export function stepEventsHref(run: string, step: number, view: StepView): string {
  const params = toStepSearch({ ...view, order: "name" });
  params.set("from", String(step));
  return withSearch(`/api/v1${runHref(run)}/events`, params);
}

/** What a number of the page counts. */
export interface StepCounted {
  readonly outcome?: RolloutView["outcome"];
  readonly kind?: string | null;
  readonly group?: string | null;
  readonly environment?: string | null;
  readonly suspected?: boolean;
}

/** The rollouts that it counts. */
export function stepRolloutsHref(run: string, step: number, view: StepView, counted: StepCounted = {}): string {
  const { order: _, ...filters } = view;
  return rolloutsPath(run, {
    ...everyRollout,
    ...filters,
    from: step,
    to: step,
    outcome: counted.outcome ?? null,
    kind: counted.kind ?? null,
    group: counted.group ?? null,
    environment: counted.environment ?? view.environment,
    suspected: counted.suspected ?? false,
  });
}

/** The same question, put to the store. */
export function toStepFilter(run: string, view: StepView): StepFilter {
  const { split, environment, segment, labels } = view;
  return { run, split, labels, environment: environment ?? undefined, segment: segment ?? undefined };
}
