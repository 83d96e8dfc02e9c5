"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Name } from "@/components/ui/name";
import { Time } from "@/components/ui/time";
import { useAct } from "@/components/ui/use-act";
import { formatNoun, visibleText } from "@/lib/view/format";
import { describeFilter } from "@/lib/view/webhook-form";
import type { WireWebhook, WireWebhookTest } from "@/lib/wire/webhook";
import { settingsApi } from "./settings-api";
import { TestResult } from "./test-result";
import { WebhookForm } from "./webhook-form";

interface WebhookRowProps {
  readonly webhook: WireWebhook;
  readonly renderedAt: number;
  /** It was changed on the server. */
  readonly onChange: () => Promise<void>;
}

type Act = "testing" | "pausing" | "removing";

/** A receiver: where notices go, which, how that goes, and what can be done about it. */
export function WebhookRow({ webhook, renderedAt, onChange }: WebhookRowProps) {
  const { webhook: id, name, kind, source, url, secret, paused } = webhook;
  const [shown, setShown] = useState<"row" | "form" | "removal">("row");
  const { isBusy, error, act } = useAct();
  const [begun, setBegun] = useState<Act | null>(null);
  const busy = isBusy ? begun : null;
  const [tested, setTested] = useState<WireWebhookTest | null>(null);

  function begin(what: Act, work: () => Promise<void>) {
    setBegun(what);
    setTested(null);
    return act(work);
  }

  if (shown === "form") {
    return (
      <li className="border-b border-hairline">
        <WebhookForm
          webhook={webhook}
          onDone={() => setShown("row")}
          onKept={onChange}
          onCancel={() => setShown("row")}
        />
      </li>
    );
  }
  return (
    <li className="border-b border-hairline py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h3 className="text-base font-medium">
            <Name text={name} limit={60} />
            {paused && <span className="font-normal text-ink-2"> · paused</span>}
            {source === "environment" && <span className="font-normal text-ink-2"> · from the environment</span>}
          </h3>
          <p className="text-sm wrap-anywhere text-ink-2">
            <code>{visibleText(url)}</code> · {kind === "slack" ? "Slack-compatible" : "JSON"}
            {kind === "generic" && (secret === null ? ", unsigned" : `, signed with ${secret}`)} ·{" "}
            <bdi>{describeFilter(webhook)}</bdi>
          </p>
          <Standing webhook={webhook} renderedAt={renderedAt} />
        </div>
        {shown === "row" && (
          <div className="flex flex-wrap gap-2">
            <Button
              disabled={busy !== null}
              onClick={() => begin("testing", async () => setTested(await settingsApi.testWebhook(id)))}
            >
              {busy === "testing" ? "Sending…" : "Send a test"}
            </Button>
            {source === "settings" && (
              <>
                <Button kind="quiet" disabled={busy !== null} onClick={() => setShown("form")}>
                  Edit
                </Button>
                <Button
                  kind="quiet"
                  disabled={busy !== null}
                  onClick={() =>
                    begin("pausing", async () => {
                      await settingsApi.keepWebhook(id, { paused: !paused });
                      await onChange();
                    })
                  }
                >
                  {paused ? "Resume" : "Pause"}
                </Button>
                <Button kind="quiet" disabled={busy !== null} onClick={() => setShown("removal")}>
                  Remove
                </Button>
              </>
            )}
          </div>
        )}
      </div>
      {shown === "removal" && (
        <div
          role="alertdialog"
          aria-label={`Remove ${name}`}
          className="mt-3 flex flex-wrap items-center gap-2 text-sm"
        >
          <p className="me-2">It hears of nothing more, and its log goes with it.</p>
          <Button
            kind="danger"
            autoFocus
            disabled={busy !== null}
            onClick={() =>
              begin("removing", async () => {
                await settingsApi.removeWebhook(id);
                await onChange();
              })
            }
          >
            {busy === "removing" ? "Removing…" : "Remove it"}
          </Button>
          <Button kind="quiet" onClick={() => setShown("row")}>
            Keep it
          </Button>
        </div>
      )}
      <div role="status" className="text-sm">
        {tested !== null && <TestResult result={tested} />}
      </div>
      {error !== null && (
        <p role="alert" className="mt-2 text-sm text-critical">
          {error}
        </p>
      )}
    </li>
  );
}

/** How it goes: what waits, since when it fails, when it took something. */
function Standing({ webhook, renderedAt }: { readonly webhook: WireWebhook; readonly renderedAt: number }) {
  const { failing_since, next_try_at, waiting, last_sent_at, paused } = webhook;
  if (failing_since !== null && !paused) {
    return (
      <p className="text-sm text-critical">
        Takes nothing since <Time at={Date.parse(failing_since)} />;{" "}
        {formatNoun(waiting, "notice waits", "notices wait")}
        {next_try_at !== null && (
          <>
            , next try <Time at={Date.parse(next_try_at)} />
          </>
        )}
        .
      </p>
    );
  }
  return (
    <p className="text-sm text-ink-2">
      {last_sent_at === null ? (
        "No notice was sent yet."
      ) : (
        <>
          Took its last notice <Time at={Date.parse(last_sent_at)} as="ago" renderedAt={renderedAt} />.
        </>
      )}
      {waiting > 0 && ` ${formatNoun(waiting, "notice waits", "notices wait")}.`}
    </p>
  );
}
