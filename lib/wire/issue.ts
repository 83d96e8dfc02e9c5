import { z } from "zod";
import {
  type IssueEntry,
  type IssueEvent,
  type IssueHead,
  type IssueReopening,
  type IssueSeries,
  type IssueSpan,
  issueStandings,
} from "@/lib/core/issues/issue";
import type { IssuePage } from "@/lib/core/issues/issue-filter";
import { splitTemplate } from "@/lib/core/issues/template";
import { triageStates } from "@/lib/core/issues/triage";
import { splits } from "@/lib/core/rollout";
import { formatIssueCursor, parseIssueCursor } from "./issue-cursor";
import { fromWireTime, toWireTime } from "./step";

const count = z.int().min(0);
const time = z.iso.datetime();
export const WireRate = z.object({ count, n: count });

const WireReopening = z.object({
  because: z.enum(["seen_again", "above_rate"]),
  run: z.string(),
  segment: z.string(),
  split: z.enum(splits),
  step: count.nullable(),
  at: time,
});

const WireDecision = z.object({
  state: z.enum(triageStates),
  by: z.string(),
  at: time,
  until_rate: z.number().nullable(),
});

/** A part of a template: a hole stands for what varies. */
const WireTemplatePart = z.object({ text: z.string(), hole: z.boolean() });

const WireIssueHead = z.object({
  issue: count,
  kind: z.string(),
  template: z.string(),
  parts: z.array(WireTemplatePart),
  state: z.enum(triageStates),
  version: count,
  owner: z.string().nullable(),
  decision: WireDecision.nullable(),
  reopened: WireReopening.nullable(),
  created_at: time,
  merged_into: count.nullable(),
});

export const WireIssueSpan = z.object({
  run: z.string(),
  count,
  first_step: count.nullable(),
  last_step: count.nullable(),
  last_at: time,
  failures: count,
});

export const WireIssueSeries = z.object({
  run: z.string(),
  split: z.enum(splits),
  width: count,
  points: z.array(z.object({ from: count, to: count, count, n: count, max: z.number() })),
});

/** An issue of a list. */
export const WireIssue = WireIssueHead.extend({
  standing: z.enum(issueStandings),
  count,
  outcomes: z.object({ scored: count, masked: count, unscored: count, failed: count, omitted: count }),
  forms: count,
  share: WireRate,
  runs: count,
  spans: z.array(WireIssueSpan),
  last_at: time.nullable(),
  trend: WireIssueSeries.nullable(),
});
export type WireIssue = z.infer<typeof WireIssue>;

export const WireIssueList = z.object({
  issues: z.array(WireIssue),
  others: z.array(z.object({ kind: z.string(), issues: count, count })),
  next: z.string().nullable(),
  total: count,
});

/** Something that happened to an issue; which members it has depends on the act. */
export const WireIssueEvent = z.object({
  at: time,
  by: z.string().nullable(),
  act: z.enum([
    "acknowledge",
    "reopen",
    "resolve",
    "ignore",
    "own",
    "note",
    "reopened",
    "withdrawn",
    "merge",
    "unmerge",
    "inherit",
  ]),
  until_rate: z.number().nullable().optional(),
  owner: z.string().nullable().optional(),
  text: z.string().optional(),
  reopening: WireReopening.optional(),
  from: count.nullable().optional(),
  to: count.optional(),
  templates: z.array(z.string()).optional(),
});
export type WireIssueEvent = z.infer<typeof WireIssueEvent>;

function toWireReopening(told: IssueReopening): z.infer<typeof WireReopening> {
  const { because, run, segment, split, step, at } = told;
  return { because, run, segment, split, step, at: new Date(at).toISOString() };
}

function fromWireReopening(wire: z.infer<typeof WireReopening>): IssueReopening {
  return { ...wire, at: Date.parse(wire.at) };
}

function toWireHead(head: IssueHead): z.infer<typeof WireIssueHead> {
  const { decision, reopened } = head;
  return {
    issue: head.id,
    kind: head.kind,
    template: head.template,
    parts: splitTemplate(head.template).map(({ text, isHole }) => ({ text, hole: isHole })),
    state: head.state,
    version: head.version,
    owner: head.owner,
    decision: decision && {
      state: decision.state,
      by: decision.by,
      at: new Date(decision.at).toISOString(),
      until_rate: decision.untilRate,
    },
    reopened: reopened && toWireReopening(reopened),
    created_at: new Date(head.createdAt).toISOString(),
    merged_into: head.mergedInto,
  };
}

export function toWireSpan({ run, count: n, firstStep, lastStep, lastAt, failures }: IssueSpan) {
  const at = new Date(lastAt).toISOString();
  return { run, count: n, first_step: firstStep, last_step: lastStep, last_at: at, failures };
}

export function fromWireSpan(wire: z.infer<typeof WireIssueSpan>): IssueSpan {
  const { run, count: n, first_step: firstStep, last_step: lastStep, failures } = wire;
  return { run, count: n, firstStep, lastStep, lastAt: Date.parse(wire.last_at), failures };
}

export function toWireSeries(series: IssueSeries): z.infer<typeof WireIssueSeries> {
  return { ...series, points: series.points.map((point) => ({ ...point })) };
}

export function toWireIssue(entry: IssueEntry): WireIssue {
  return {
    ...toWireHead(entry),
    standing: entry.standing,
    count: entry.count,
    outcomes: { ...entry.outcomes },
    forms: entry.forms,
    share: { count: entry.share.count, n: entry.share.n },
    runs: entry.runs,
    spans: entry.spans.map(toWireSpan),
    last_at: toWireTime(entry.lastAt),
    trend: entry.trend && toWireSeries(entry.trend),
  };
}

export function fromWireIssue(wire: WireIssue): IssueEntry {
  const { decision, reopened } = wire;
  return {
    id: wire.issue,
    kind: wire.kind,
    template: wire.template,
    state: wire.state,
    version: wire.version,
    owner: wire.owner,
    decision: decision && {
      state: decision.state,
      by: decision.by,
      at: Date.parse(decision.at),
      untilRate: decision.until_rate,
    },
    reopened: reopened && fromWireReopening(reopened),
    createdAt: Date.parse(wire.created_at),
    mergedInto: wire.merged_into,
    standing: wire.standing,
    count: wire.count,
    outcomes: wire.outcomes,
    forms: wire.forms,
    share: wire.share,
    runs: wire.runs,
    spans: wire.spans.map(fromWireSpan),
    lastAt: fromWireTime(wire.last_at),
    trend: wire.trend,
  };
}

export function toWireIssueList(page: IssuePage): z.infer<typeof WireIssueList> {
  return {
    issues: page.issues.map(toWireIssue),
    others: page.others.map((other) => ({ ...other })),
    next: page.next === null ? null : formatIssueCursor(page.next),
    total: page.total,
  };
}

/** Reads a list of issues that the API sent. @throws ZodError where it is none. */
export function parseIssueList(json: unknown): IssuePage {
  const wire = WireIssueList.parse(json);
  const next = wire.next === null ? null : parseIssueCursor(wire.next);
  return { issues: wire.issues.map(fromWireIssue), others: wire.others, next, total: wire.total };
}

export function toWireIssueEvent(event: IssueEvent): WireIssueEvent {
  const about = { at: new Date(event.at).toISOString(), by: event.by, act: event.act };
  switch (event.act) {
    case "ignore":
      return { ...about, until_rate: event.untilRate };
    case "own":
      return { ...about, owner: event.owner };
    case "note":
      return { ...about, text: event.text };
    case "reopened":
      return { ...about, reopening: toWireReopening(event.reopening) };
    case "merge":
    case "unmerge":
    case "inherit":
      return { ...about, from: event.from, to: event.to, templates: [...event.templates] };
    default:
      return about;
  }
}

/** @throws RangeError where an event lacks what its act needs. */
export function fromWireIssueEvent(wire: WireIssueEvent): IssueEvent {
  const about = { at: Date.parse(wire.at), by: wire.by };
  const { act, text, reopening, from = null, to, templates = [] } = wire;
  switch (act) {
    case "ignore":
      return { ...about, act, untilRate: wire.until_rate ?? null };
    case "own":
      return { ...about, act, owner: wire.owner ?? null };
    case "note":
      return { ...about, act, text: text ?? "" };
    case "reopened":
      if (reopening === undefined) throw new RangeError("an issue was reopened by nothing");
      return { ...about, act, reopening: fromWireReopening(reopening) };
    case "merge":
    case "unmerge":
    case "inherit":
      if (to === undefined) throw new RangeError("forms of an issue went nowhere");
      return { ...about, act, from, to, templates };
    default:
      return { ...about, act };
  }
}
