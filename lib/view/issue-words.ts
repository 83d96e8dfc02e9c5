/** Issues in words: where they stand, what happened to them. */
import type { IssueEntry, IssueEvent, IssueHead, IssueReopening, IssueSpan } from "@/lib/core/issues/issue";
import type { IssuePage } from "@/lib/core/issues/issue-filter";
import { formatCount, formatNoun, formatPercent } from "./format";
import { name, type PhrasePart, plain, strong } from "./phrase";

/** `step 61`, `steps 61 to 80`; eval rollouts outside any step have none. */
export function nameSpan({ firstStep, lastStep }: Pick<IssueSpan, "firstStep" | "lastStep">): string {
  if (firstStep === null || lastStep === null) return "outside any step";
  if (firstStep === lastStep) return `step ${formatCount(firstStep)}`;
  return `steps ${formatCount(firstStep)} to ${formatCount(lastStep)}`;
}

function sayReopening({ because, run, step }: IssueReopening): PhrasePart[] {
  const where = step === null ? "outside any step" : `in step ${formatCount(step)}`;
  return [plain(because === "above_rate" ? `exceeded its rate ${where} of ` : `seen again ${where} of `), name(run)];
}

/** Where people are with it, and what a rule did about that. */
export function sayState(issue: Pick<IssueHead, "state" | "decision" | "reopened">): PhrasePart[] {
  const { state, decision, reopened } = issue;
  if (reopened !== null && decision !== null) {
    const put = decision.state === "ignored" ? "Ignored" : "Resolved";
    return [
      strong("Reopened"),
      plain(`: ${put.toLowerCase()} by `),
      name(decision.by),
      plain(", "),
      ...sayReopening(reopened),
      plain("."),
    ];
  }
  if (decision === null) return [strong("Open"), plain(": nobody has decided about it yet.")];
  const by = [plain(" by "), name(decision.by)];
  if (state === "open") return [strong("Open"), plain(" again"), ...by, plain(".")];
  if (state === "acknowledged") return [strong("Acknowledged"), ...by, plain(".")];
  if (state === "resolved") {
    return [strong("Resolved"), ...by, plain("; it opens by itself when it is seen in a later step or run.")];
  }
  const { untilRate } = decision;
  const until =
    untilRate === null
      ? ", whatever happens."
      : ` until it surely exceeds ${formatPercent(untilRate)} of a step's rollouts.`;
  return [strong("Ignored"), ...by, plain(until)];
}

/** What it is, how many, since when, where, and how it stands. */
export function describeIssue(issue: IssueEntry): PhrasePart[] {
  const kind: PhrasePart = { as: "kind", text: issue.kind };
  const [newest] = issue.spans;
  if (issue.mergedInto !== null) {
    return [kind, plain(`: merged into issue ${issue.mergedInto}, which has its rollouts now.`)];
  }
  if (newest === undefined) return [kind, plain(": nothing that counts now is of this issue. "), ...sayState(issue)];
  const there = issue.runs === 1 ? "there" : "of those runs";
  const share =
    issue.share.n === 0 ? "" : `, ${formatPercent(issue.share.count / issue.share.n)} of the failures ${there}`;
  const where =
    issue.runs === 1
      ? [plain(`${nameSpan(newest)} of `), name(newest.run)]
      : [plain(`${formatCount(issue.runs)} runs, last in ${nameSpan(newest)} of `), name(newest.run)];
  return [
    kind,
    plain(": "),
    strong(formatNoun(issue.count, "rollout")),
    plain(" in "),
    ...where,
    plain(`${share}. `),
    ...sayState(issue),
  ];
}

/** The queue in a sentence. */
export function describeQueue(page: IssuePage): PhrasePart[] {
  const { issues, total } = page;
  if (total === 0) return [strong("No issue"), plain(" waits.")];
  const count = (standing: IssueEntry["standing"]) => issues.filter((issue) => issue.standing === standing).length;
  const parts = (["new", "reopened", "rising"] as const)
    .map((standing) => [count(standing), standing] as const)
    .filter(([n]) => n > 0)
    .map(([n, standing]) => `${formatCount(n)} ${standing}`);
  const [top] = issues;
  const rest = parts.length === 0 ? "." : `: ${parts.join(", ")}.`;
  const first: PhrasePart[] =
    top?.spans[0] === undefined
      ? []
      : [
          plain(" First: "),
          { as: "kind", text: top.kind },
          plain(`, ${formatNoun(top.count, "rollout")}, last in `),
          name(top.spans[0].run),
          plain("."),
        ];
  return [strong(formatNoun(total, "issue")), plain(rest), ...first];
}

/** What happened, without when and by whom. */
export function sayEvent(event: IssueEvent, issue: number): PhrasePart[] {
  switch (event.act) {
    case "acknowledge":
      return [strong("acknowledged"), plain(" it")];
    case "resolve":
      return [strong("resolved"), plain(" it")];
    case "reopen":
      return [strong("opened"), plain(" it")];
    case "ignore":
      return event.untilRate === null
        ? [strong("ignored"), plain(" it, whatever happens")]
        : [strong("ignored"), plain(` it until it exceeds ${formatPercent(event.untilRate)} of a step`)];
    case "own":
      return event.owner === null ? [plain("took it from its owner")] : [plain("gave it to "), name(event.owner)];
    case "note":
      return [plain("noted")];
    case "reopened":
      return [strong("Reopened by itself"), plain(": "), ...sayReopening(event.reopening)];
    case "withdrawn":
      return [strong("Put away again by itself"), plain(": what had reopened it was retried with success, or removed")];
    default: {
      const templates = formatNoun(event.templates.length, "template");
      if (event.to === issue) {
        return [
          strong(event.act === "merge" ? "merged" : "moved"),
          plain(` ${templates} of issue ${event.from ?? "none"} into it`),
        ];
      }
      return [
        strong(event.act === "merge" ? "merged it" : "moved"),
        plain(event.act === "merge" ? ` into issue ${event.to}` : ` ${templates} out of it, to issue ${event.to}`),
      ];
    }
  }
}
