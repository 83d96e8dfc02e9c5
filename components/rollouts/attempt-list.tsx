import Link from "next/link";
import { KindName } from "@/components/ui/kind-name";
import { SectionHeading } from "@/components/ui/section-heading";
import { Time } from "@/components/ui/time";
import type { StoredRollout } from "@/lib/core/stored-rollout";
import { judgeAppearance } from "@/lib/view/colour";
import { formatCount, formatNoun } from "@/lib/view/format";
import { explainNotCounting, labelOutcome } from "@/lib/view/rollout-outcome";
import { OutcomeMark } from "./outcome-mark";

interface AttemptListProps {
  readonly rollout: StoredRollout;
  /** The other rows of the same identity. */
  readonly others: readonly StoredRollout[];
  readonly failureReward: number;
}

/** Everything heard of this rollout: which one counts, and why the others do not. */
export function AttemptList({ rollout, others, failureReward }: AttemptListProps) {
  if (others.length === 0) return null;
  const attempts = [rollout, ...others].sort((a, b) => b.attempt - a.attempt || b.key - a.key);
  return (
    <section>
      <SectionHeading remark={formatNoun(attempts.length, "row")}>Attempts</SectionHeading>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.key} className="border-b border-hairline py-2 text-sm">
            <div className="flex flex-wrap items-baseline gap-x-3">
              <Link
                href={`/rollouts/${attempt.key}`}
                prefetch={false}
                aria-current={attempt.key === rollout.key ? "page" : undefined}
                className={`quiet-link ${attempt.key === rollout.key ? "font-semibold" : "font-medium"}`}
              >
                Attempt {formatCount(attempt.attempt + 1)}
              </Link>
              <span className="inline-flex items-center gap-1.5">
                <OutcomeMark appearance={judgeAppearance({ ...attempt, failureReward })} />
                {labelOutcome(attempt)}
              </span>
              {attempt.failureKind !== null && <KindName kind={attempt.failureKind} limit={28} />}
              <span className="ms-auto text-ink-2">
                <Time at={attempt.seenAt} />
              </span>
            </div>
            <p className="text-ink-2">
              {attempt.counts ? "This one counts." : `Does not count: ${explainNotCounting(attempt)}.`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
