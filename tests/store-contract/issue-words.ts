/** How tests speak of issues: by words of theirs, since numbers are the engine's own affair. */
import type { IssueDetail } from "@/lib/core/issues/issue";
import type { IssueFilter, IssuePage } from "@/lib/core/issues/issue-filter";
import type { TriageAct } from "@/lib/core/issues/triage";
import type { Rollout } from "@/lib/core/rollout";
import { lost, present, type TestedStore } from "../tested-store";

export const hour = 3_600_000;

export function lostBecause(failureReason: string): Partial<Rollout> {
  return { ...lost, failureReason };
}

export async function list(store: TestedStore, filter: Partial<IssueFilter> = {}): Promise<IssuePage> {
  return store.store.reader.listIssues({ states: null, sort: "count", after: null, limit: 50, ...filter });
}

/** What is listed, by template: numbers are the engine's own affair. */
export async function counts(store: TestedStore, filter: Partial<IssueFilter> = {}): Promise<unknown> {
  const { issues } = await list(store, filter);
  return issues.map(({ kind, template, count, spans, state }) => {
    return { kind, template, count, state, steps: spans.map((span) => [span.run, span.firstStep, span.lastStep]) };
  });
}

export async function findIssue(store: TestedStore, words: string): Promise<IssueDetail> {
  const { issues } = await list(store, { query: words });
  return present(await store.store.reader.readIssue(present(issues[0]).id));
}

export async function decide(
  store: TestedStore,
  words: string,
  type: TriageAct["type"],
  at: number,
  untilRate: number | null = null,
): Promise<IssueDetail> {
  const { id, version } = await findIssue(store, words);
  await store.store.triage.changeIssue(id, { version, by: "mira", act: { type, untilRate } }, at);
  return present(await store.store.reader.readIssue(id));
}
