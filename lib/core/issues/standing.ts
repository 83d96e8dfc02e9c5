import { type Rate, wilsonInterval } from "../rate";
import { type IssueHead, type IssueStanding, newForMs } from "./issue";

/** How often an issue was seen in the newest complete steps of a run, and in those before. */
export interface IssueWindow {
  readonly recent: Rate;
  readonly earlier: Rate;
}

/** The Wilson 95% intervals of the two don't touch: more than chance makes of it. */
function isRising({ recent, earlier }: IssueWindow): boolean {
  const [now, before] = [wilsonInterval(recent), wilsonInterval(earlier)];
  return now !== null && before !== null && now[0] > before[1];
}

/**
 * Where the queue puts an issue.
 *
 * @param window of the run that it was seen in last; null where it was seen in none.
 */
export function judgeStanding(
  issue: Pick<IssueHead, "decision" | "reopened" | "createdAt">,
  window: IssueWindow | null,
  now: number,
): IssueStanding {
  if (issue.reopened !== null) return "reopened";
  if (issue.decision === null && now - issue.createdAt < newForMs) return "new";
  return window !== null && isRising(window) ? "rising" : "ongoing";
}
