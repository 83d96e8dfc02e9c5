import Link from "next/link";
import { Name } from "@/components/ui/name";
import { formatBytes, formatNoun } from "@/lib/view/format";
import { actWords, protectionWords, sumPlan } from "@/lib/view/retention-words";
import { runHref } from "@/lib/view/run-links";
import type { WireRetentionPlan } from "@/lib/wire/retention";

/** What the rules would do now, run by run. */
export function RetentionPlan({ plan }: { readonly plan: WireRetentionPlan }) {
  return (
    <div role="status" className="mt-4">
      <p className="text-sm">{sumPlan(plan)}</p>
      <ul className="mt-2">
        {plan.acts.map(({ run, act, protected_by: protection, steps, rollouts, bytes }) => (
          <li key={run} className="flex flex-wrap justify-between gap-x-6 border-b border-hairline py-1.5 text-sm">
            <span className="min-w-0">
              <Link href={runHref(run)} prefetch={false}>
                <Name text={run} limit={60} />
              </Link>
              <span className="text-ink-2">
                {" "}
                {protection === null ? actWords[act] : `${protectionWords[protection]}; else ${actWords[act]}`}
              </span>
            </span>
            <span className="numeric text-ink-2">
              {rollouts > 0 && `${formatNoun(steps, "step")}, ${formatNoun(rollouts, "rollout")}, `}
              {formatBytes(bytes)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
