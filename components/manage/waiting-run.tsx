"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Name } from "@/components/ui/name";
import { Time } from "@/components/ui/time";
import { useAct } from "@/components/ui/use-act";
import { visibleText } from "@/lib/view/format";
import type { WireRemoval } from "@/lib/wire/run-removal";
import { ContentsList } from "./contents-list";
import { manageApi } from "./manage-api";

interface WaitingRunProps {
  readonly removal: WireRemoval;
  /** It was brought back. */
  readonly onBack: () => void;
}

/** A run that is hidden and waits to go for good: what goes, when, and how it comes back. */
export function WaitingRun({ removal, onBack }: WaitingRunProps) {
  const { run, name, contents, asked_by: by, due_at: dueAt } = removal;
  const router = useRouter();
  const [isSure, setSure] = useState(false);
  const { isBusy, error, act } = useAct();

  return (
    <>
      <h1 className="max-w-4xl text-lead tracking-[-0.012em] text-ink-2">
        <Name text={name ?? run} limit={64} className="font-medium text-ink" />
        <strong className="font-semibold text-ink"> is being removed.</strong> It goes for good{" "}
        {dueAt !== null && (
          <span className="whitespace-nowrap">
            at <Time at={Date.parse(dueAt)} as="minute" />
          </span>
        )}
        , and takes nothing until then.
      </h1>
      {by !== null && <p className="mt-2 text-sm text-ink-2">Asked for by {visibleText(by)}.</p>}
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <Button
          kind="primary"
          disabled={isBusy}
          onClick={() =>
            act(async () => {
              await manageApi.bringBack(run);
              onBack();
            })
          }
        >
          Bring it back
        </Button>
        {isSure ? (
          <span role="alertdialog" aria-label="Remove now" className="inline-flex flex-wrap items-center gap-2 text-sm">
            It can’t be brought back then.
            <Button
              kind="danger"
              autoFocus
              onClick={() =>
                act(async () => {
                  setSure(false);
                  await manageApi.removeNow(run);
                  router.push("/");
                })
              }
            >
              Remove it now
            </Button>
            <Button kind="quiet" onClick={() => setSure(false)}>
              Let it wait
            </Button>
          </span>
        ) : (
          <Button kind="quiet" disabled={isBusy} onClick={() => setSure(true)}>
            Don’t wait
          </Button>
        )}
      </div>
      <p role="alert" className="mt-2 text-sm text-critical empty:hidden">
        {error}
      </p>
      <section aria-label="What goes with it" className="mt-8">
        <h2 className="pb-2 text-sm font-semibold">What goes with it</h2>
        <ContentsList contents={contents} />
      </section>
    </>
  );
}
