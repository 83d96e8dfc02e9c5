/** What the command palette offers, and where it leads. */
import { displayFailureKind } from "@/lib/core/failure-kind";
import type { SearchResult } from "@/lib/core/search/search";
import { visibleText } from "./format";
import { issueHref, queueHref } from "./issue-view";
import { everyRollout, rolloutsPath } from "./rollout-view";
import { runHref } from "./run-links";
import { wholeRun } from "./run-view";
import { stepHrefOf } from "./step-page-view";

export interface PaletteItem {
  /** The same for what is the same, whichever way it was found. */
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly href: string;
}

export interface PaletteGroup {
  readonly value: string;
  readonly items: readonly PaletteItem[];
}

const titles: Readonly<Record<SearchResult["type"], string>> = {
  run: "Runs",
  issue: "Issues",
  kind: "Failure kinds",
  rollout: "Rollouts",
  reason: "Failure reasons",
  annotation: "Annotations",
  environment: "Environments",
  label: "Labels",
};

function item(href: string, label: string, detail: string): PaletteItem {
  return { id: href, href, label: visibleText(label).replaceAll("\n", " "), detail };
}

function place(run: string, step: number | null): string {
  return step === null ? run : `${run} · step ${step}`;
}

/** @param runHere the run whose page is open: what is of any run is shown of this one. */
function toPaletteItem(result: SearchResult, runHere: string | null): PaletteItem {
  switch (result.type) {
    case "run":
      return item(runHref(result.run), result.title ?? result.run, result.project ?? "run");
    case "issue":
      return item(issueHref(result.issue), result.template, displayFailureKind(result.kind));
    case "kind": {
      const { kind } = result;
      const href =
        runHere === null ? queueHref({ kind, state: "all" }) : rolloutsPath(runHere, { ...everyRollout, kind });
      return item(href, displayFailureKind(kind), runHere === null ? "its issues" : "rollouts of this run");
    }
    case "rollout":
      return item(
        `/rollouts/${result.rollout}`,
        result.id ?? `Rollout ${result.rollout}`,
        place(result.run, result.step),
      );
    case "reason":
      return item(`/rollouts/${result.rollout}`, result.text, place(result.run, result.step));
    case "annotation": {
      const { run, step, toStep } = result;
      // A little of what lies around it belongs to it.
      const range = step === null ? null : { from: Math.max(0, step - 20), to: (toStep ?? step) + 20 };
      const view = range === null ? wholeRun : { ...wholeRun, steps: { kind: "range", ...range } as const };
      return item(`${runHref(run, view)}#annotations`, result.text, place(run, step));
    }
    case "environment": {
      const { run, environment } = result;
      return item(runHref(run, { ...wholeRun, environment }), environment, run);
    }
    case "label": {
      const { name, value, run } = result;
      return item(rolloutsPath(run, { ...everyRollout, labels: [[name, value]] }), `${name}: ${value}`, run);
    }
  }
}

/** What was found, type by type. */
export function toPaletteGroups(results: readonly SearchResult[], runHere: string | null): PaletteGroup[] {
  const groups = new Map<string, PaletteItem[]>();
  for (const result of results) {
    const title = titles[result.type];
    const items = groups.get(title) ?? [];
    groups.set(title, items);
    const next = toPaletteItem(result, runHere);
    if (!items.some(({ id }) => id === next.id)) items.push(next);
  }
  return [...groups].map(([value, items]) => ({ value, items }));
}

/** What a number can mean here: a step of the run that is open. */
export function listNumbers(text: string, runHere: string | null): PaletteItem[] {
  const number = /^(?:step\s+)?(\d{1,9})$/i.exec(text.trim())?.[1];
  if (number === undefined || runHere === null) return [];
  return [item(stepHrefOf(runHere, Number(number), wholeRun), `Step ${Number(number)}`, `of ${runHere}`)];
}
