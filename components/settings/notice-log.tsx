"use client";

import { useEffect, useRef, useState } from "react";
import { toSentence } from "@/components/ui/ask-api";
import { Button } from "@/components/ui/button";
import { SectionHeading } from "@/components/ui/section-heading";
import { Segmented } from "@/components/ui/segmented";
import type { WireNotice, WireNoticeList } from "@/lib/wire/notice";
import type { WireWebhook } from "@/lib/wire/webhook";
import { NoticeRow } from "./notice-row";
import { settingsApi } from "./settings-api";

interface NoticeLogProps {
  readonly first: WireNoticeList;
  readonly webhooks: readonly WireWebhook[];
  /** Grows whenever there may be news. */
  readonly changes: number;
  readonly renderedAt: number;
}

const filters = [
  { value: "all", label: "all" },
  { value: "waiting", label: "waiting" },
  { value: "sent", label: "sent" },
  { value: "given_up", label: "given up" },
] as const;
type Filter = (typeof filters)[number]["value"];

const page = 25;

function merge(shown: readonly WireNotice[], fresh: readonly WireNotice[]): WireNotice[] {
  const oldest = fresh[fresh.length - 1]?.notice ?? 0;
  return [...fresh, ...shown.filter(({ notice }) => notice < oldest)];
}

/** What was told to whom, newest first, and what became of it. */
export function NoticeLog({ first, webhooks, changes, renderedAt }: NoticeLogProps) {
  const [filter, setFilter] = useState<Filter>("all");
  const [list, setList] = useState(first);
  const [state, setState] = useState<{ readonly isLoading: boolean; readonly error: string | null }>({
    isLoading: false,
    error: null,
  });
  const asked = useRef(0);

  async function read(state: Filter, cursor: string | null, put: (fresh: WireNoticeList) => void) {
    const number = ++asked.current;
    const query = new URLSearchParams({ limit: String(page), ...(state === "all" ? {} : { state }) });
    if (cursor !== null) query.set("cursor", cursor);
    try {
      const fresh = await settingsApi.listNotices(query.toString());
      // A newer question has its own answer.
      if (number === asked.current) put(fresh);
      setState({ isLoading: false, error: null });
    } catch (error) {
      setState({ isLoading: false, error: toSentence(error) });
    }
  }

  function choose(next: Filter) {
    setFilter(next);
    setState({ isLoading: true, error: null });
    void read(next, null, setList);
  }

  const refresh = useRef(() => {});
  refresh.current = () => {
    void read(filter, null, (fresh) =>
      setList((shown) => {
        const isLonger = shown.notices.length > page;
        return {
          notices: isLonger ? merge(shown.notices, fresh.notices) : fresh.notices,
          next: isLonger ? shown.next : fresh.next,
        };
      }),
    );
  };
  useEffect(() => {
    if (changes > 0) refresh.current();
  }, [changes]);

  function loadOlder() {
    setState({ isLoading: true, error: null });
    void read(filter, list.next, (older) =>
      setList((shown) => ({ notices: [...shown.notices, ...older.notices], next: older.next })),
    );
  }

  return (
    <section aria-label="Notices" className="mt-12">
      <SectionHeading remark={<Segmented label="Which notices" value={filter} options={filters} onChange={choose} />}>
        Notices
      </SectionHeading>
      {list.notices.length === 0 ? (
        <p className="py-4 text-sm text-ink-2">
          {state.isLoading
            ? "Loading…"
            : filter === "all"
              ? "No notice was made yet. The first comes with the first incident that a webhook wants to hear of."
              : "No notice is in this state."}
        </p>
      ) : (
        <ul aria-label="Log of notices">
          {list.notices.map((notice) => (
            <NoticeRow
              key={notice.notice}
              notice={notice}
              receiver={webhooks.find(({ webhook }) => webhook === notice.webhook)?.name ?? notice.webhook}
              renderedAt={renderedAt}
            />
          ))}
        </ul>
      )}
      {state.error !== null && (
        <p role="alert" className="mt-2 text-sm text-critical">
          The log could not be read. {state.error}
        </p>
      )}
      {list.next !== null && (
        <Button className="mt-3" disabled={state.isLoading} onClick={loadOlder}>
          {state.isLoading ? "Loading…" : "Older notices"}
        </Button>
      )}
    </section>
  );
}
