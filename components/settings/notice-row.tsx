import Link from "next/link";
import { Name } from "@/components/ui/name";
import { Time } from "@/components/ui/time";
import { formatNoun, visibleText } from "@/lib/view/format";
import type { WireNotice } from "@/lib/wire/notice";

interface NoticeRowProps {
  readonly notice: WireNotice;
  readonly receiver: string;
  readonly renderedAt: number;
}

const events: Readonly<Record<WireNotice["event"], string>> = {
  opened: "opened",
  severity_rose: "got worse",
  ended: "ended",
  rolled_back: "rolled back",
  withdrawn: "withdrawn",
  summary: "several at once",
};

const states: Readonly<Record<WireNotice["state"], { readonly words: string; readonly look: string }>> = {
  waiting: { words: "waiting", look: "text-warning" },
  sent: { words: "sent", look: "text-live" },
  collapsed: { words: "told by another", look: "text-ink-2" },
  skipped: { words: "not sent", look: "text-ink-2" },
  given_up: { words: "given up", look: "text-critical" },
};

/** One notice: what it said to whom, and how it went. */
export function NoticeRow({ notice, receiver, renderedAt }: NoticeRowProps) {
  const { run, event, text, link, state, why, attempts, created_at, next_try_at, last_attempt } = notice;
  const { words, look } = states[state];
  const path = new URL(link).pathname + new URL(link).search;
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-hairline py-2.5 text-sm sm:grid-cols-[9rem_minmax(0,1fr)_minmax(12rem,18rem)]">
      <div className="text-ink-2">
        <Time at={Date.parse(created_at)} as="ago" renderedAt={renderedAt} />
        <span className="block text-xs">{events[event]}</span>
      </div>
      <div className="min-w-0">
        <Link href={path} prefetch={false} className="text-link wrap-anywhere">
          <bdi>{visibleText(text)}</bdi>
        </Link>
        <span className="block text-xs text-ink-2">
          {run !== null && (
            <>
              <Name text={run} limit={40} /> →{" "}
            </>
          )}
          <Name text={receiver} limit={40} />
        </span>
      </div>
      <div className="min-w-0">
        <span className={`font-medium ${look}`}>{words}</span>
        {attempts > 0 && <span className="text-ink-2"> · {formatNoun(attempts, "try", "tries")}</span>}
        {next_try_at !== null && (
          <span className="text-ink-2">
            {" "}
            · next <Time at={Date.parse(next_try_at)} />
          </span>
        )}
        <span className="block text-xs wrap-anywhere text-ink-2">
          {why ?? last_attempt?.error ?? ""}
          {last_attempt?.error != null &&
            last_attempt.answer !== null &&
            ` It said “${visibleText(last_attempt.answer)}”.`}
        </span>
      </div>
    </li>
  );
}
