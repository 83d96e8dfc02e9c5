import { Name } from "@/components/ui/name";
import { Time } from "@/components/ui/time";
import { formatBytes, formatNoun } from "@/lib/view/format";
import { doneWords } from "@/lib/view/retention-words";
import type { WireRetentionLog } from "@/lib/wire/retention";

/** What rules did, newest first; nothing where they did nothing yet. */
export function RetentionLog({ log, renderedAt }: { readonly log: WireRetentionLog; readonly renderedAt: number }) {
  if (log.acts.length === 0) return null;
  return (
    <details className="mt-6 text-sm">
      <summary className="cursor-pointer py-1 font-medium">
        What rules did: {formatNoun(log.acts.length, "entry", "entries")}
      </summary>
      <ul>
        {log.acts.map(({ at, run, act, rule, steps, rollouts, bytes }) => (
          <li
            key={`${at} ${act} ${run}`}
            className="flex flex-wrap justify-between gap-x-6 border-b border-hairline py-1.5"
          >
            <span className="min-w-0">
              <Time at={Date.parse(at)} as="ago" renderedAt={renderedAt} />: <Name text={run} limit={60} />,{" "}
              {doneWords[act]}
              <span className="block text-xs text-ink-2">
                <Name text={rule} limit={120} />
              </span>
            </span>
            <span className="numeric text-ink-2">
              {steps > 0 && `${formatNoun(steps, "step")}, `}
              {rollouts > 0 && `${formatNoun(rollouts, "rollout")}, `}
              {formatBytes(bytes)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
