import Link from "next/link";
import { FoldedText } from "@/components/ui/folded-text";
import { Name } from "@/components/ui/name";
import { SectionHeading } from "@/components/ui/section-heading";
import type { IssueDetail } from "@/lib/core/issues/issue";
import { formatCount } from "@/lib/view/format";
import { IssueRun } from "./issue-run";

/** Reasons to the letter, each with the first rollout that gave it. */
export function IssueSamples({ issue }: { readonly issue: IssueDetail }) {
  if (issue.samples.length === 0) return null;
  return (
    <section aria-label="Verbatim reasons">
      <SectionHeading remark="the first rollouts with different ones">Verbatim reasons</SectionHeading>
      <ul>
        {issue.samples.map((sample) => (
          <li key={sample.rollout} className="border-b border-hairline py-3 text-sm last:border-b-0">
            {sample.reason === null ? (
              <span className="text-ink-2">no reason was told</span>
            ) : (
              <FoldedText text={sample.reason} mono limit={500} />
            )}
            <span className="mt-1 block text-xs text-ink-2">
              <Link href={`/rollouts/${sample.rollout}`} prefetch={false} className="text-link underline">
                Rollout {sample.rollout}
              </Link>{" "}
              · {sample.outcome}
              {sample.step !== null && ` · ${sample.split === "eval" ? "eval " : ""}step ${formatCount(sample.step)}`}{" "}
              of <IssueRun run={sample.run} limit={32} />
              {sample.environment !== null && (
                <>
                  {" "}
                  · <Name text={sample.environment} limit={32} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
