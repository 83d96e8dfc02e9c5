import type { IssueHead, IssueReopening } from "@/lib/core/issues/issue";
import { type Triage, type TriageState, triageStates } from "@/lib/core/issues/triage";

export interface IssueRow {
  readonly id: number;
  readonly created_at: number;
  readonly touched: number;
  readonly version: number;
  readonly state: string;
  readonly decided_by: string | null;
  readonly decided_at: number | null;
  readonly until_rate: number | null;
  readonly owner: string | null;
  readonly merged_into: number | null;
  readonly reopened: string | null;
}

export function toState(text: string): TriageState {
  const state = triageStates.find((one) => one === text);
  if (state === undefined) throw new RangeError(`"${text}" is no triage state`);
  return state;
}

/** Where an issue stands; `through` is left to whoever judges a sighting by it. */
export function toTriage(row: IssueRow): Triage {
  const { decided_by: by, decided_at: at, until_rate: untilRate } = row;
  const decision = by === null || at === null ? null : { state: toState(row.state), by, at, through: [], untilRate };
  const reopened: IssueReopening | null = row.reopened === null ? null : JSON.parse(row.reopened);
  return { state: reopened === null ? toState(row.state) : "open", decision, reopened };
}

/** @param form the issue's most frequent one, else any. */
export function toIssueHead(row: IssueRow, form: { readonly kind: string; readonly template: string }): IssueHead {
  const { state, decision } = toTriage(row);
  const reopened: IssueReopening | null = row.reopened === null ? null : JSON.parse(row.reopened);
  return {
    id: row.id,
    kind: form.kind,
    template: form.template,
    state,
    version: row.version,
    owner: row.owner,
    decision: decision && {
      state: decision.state,
      by: decision.by,
      at: decision.at,
      untilRate: decision.untilRate,
    },
    reopened,
    createdAt: row.created_at,
    mergedInto: row.merged_into,
  };
}
