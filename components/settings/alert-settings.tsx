"use client";

import { useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Phrase } from "@/components/ui/phrase";
import { SectionHeading } from "@/components/ui/section-heading";
import { formatCount } from "@/lib/view/format";
import { describeSettings, type SettingsFacts } from "@/lib/view/settings-sentence";
import type { WireNoticeList } from "@/lib/wire/notice";
import type { WireWebhook } from "@/lib/wire/webhook";
import { NoticeLog } from "./notice-log";
import { settingsApi } from "./settings-api";
import { WebhookForm } from "./webhook-form";
import { WebhookRow } from "./webhook-row";

interface AlertSettingsProps {
  readonly webhooks: readonly WireWebhook[];
  readonly notices: WireNoticeList;
  /** What the sentence says beside them. */
  readonly stored: Omit<SettingsFacts, "webhooks">;
  readonly renderedAt: number;
}

function toToldReceiver({ name, paused, failures, waiting }: WireWebhook) {
  return { name, isPaused: paused, isFailing: failures > 0, waiting };
}

/** How often a page that is looked at asks what became of its notices. */
const lookMs = 5_000;

/** Webhooks and the log of their notices; what happens to them shows by itself. */
export function AlertSettings({ webhooks: initial, notices, stored, renderedAt }: AlertSettingsProps) {
  const [webhooks, setWebhooks] = useState(initial);
  const [isAdding, setAdding] = useState(false);
  const [changes, setChanges] = useState(0);

  const refresh = useCallback(async () => {
    try {
      setWebhooks(await settingsApi.listWebhooks());
      setChanges((count) => count + 1);
    } catch {
      // What is shown stays; the next look asks again.
    }
  }, []);

  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void refresh();
    }, lookMs);
    return () => clearInterval(timer);
  }, [refresh]);

  return (
    <>
      <h1 className="max-w-4xl text-lead tracking-[-0.012em] text-ink-2">
        <Phrase parts={describeSettings({ ...stored, webhooks: webhooks.map(toToldReceiver) })} />
      </h1>
      <section aria-label="Webhooks" className="mt-9">
        <SectionHeading remark={webhooks.length === 0 ? undefined : formatCount(webhooks.length)}>
          Webhooks
        </SectionHeading>
        <p className="max-w-3xl py-3 text-sm text-ink-2">
          A webhook is told once when an incident opens, once when it gets worse, and once when it ends. Notices wait in
          the database until their receiver takes them, for a day at most.
        </p>
        {webhooks.length > 0 && (
          <ul aria-label="Receivers" className="border-t border-hairline">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.webhook} webhook={webhook} renderedAt={renderedAt} onChange={refresh} />
            ))}
          </ul>
        )}
        {isAdding ? (
          <WebhookForm
            webhook={null}
            onDone={() => {
              setAdding(false);
              void refresh();
            }}
            onKept={refresh}
            onCancel={() => setAdding(false)}
          />
        ) : (
          <Button kind={webhooks.length === 0 ? "primary" : "plain"} className="mt-4" onClick={() => setAdding(true)}>
            Add a webhook
          </Button>
        )}
      </section>
      <NoticeLog first={notices} webhooks={webhooks} changes={changes} renderedAt={renderedAt} />
    </>
  );
}
