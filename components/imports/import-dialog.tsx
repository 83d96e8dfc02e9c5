"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { Name } from "@/components/ui/name";
import { formatNoun } from "@/lib/view/format";
import { ImportForm } from "./import-form";
import { ImportOutcome } from "./import-outcome";
import { ImportProgress } from "./import-progress";
import type { ImportChoice } from "./send-import";
import type { Gathering } from "./use-gathering";
import { type Import, isUnderWay } from "./use-import";

interface ImportDialogProps {
  readonly run: string | null;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Gets the focus back when it closes. */
  readonly opener: RefObject<HTMLElement | null>;
  readonly importing: Import;
  /** What is to be imported; once that has begun, what was dropped since. */
  readonly gathering: Gathering;
}

/** What waits until this import is done with; null where nothing does. */
function describeWaiting({ gathered, found }: Gathering): string | null {
  const waiting = gathered?.files.length ?? 0;
  if (found !== null)
    return `Looking through what was dropped meanwhile: ${formatNoun(waiting + found, "file")} so far.`;
  return waiting === 0
    ? null
    : `${formatNoun(waiting, "file")} dropped meanwhile: next, when this is done and you say so.`;
}

/** Files into a run: chosen, sent, read, and what became of them. */
export function ImportDialog({ run, open, onOpenChange, opener, importing, gathering }: ImportDialogProps) {
  const { state, start, cancel, reset } = importing;
  const { gathered, found, pick } = gathering;
  const [last, setLast] = useState<ImportChoice | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  const waiting = state.phase === "choosing" ? null : describeWaiting(gathering);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        // Closing would cancel without a word.
        if (isUnderWay(state) && !next) return;
        if (!next) {
          // What was dropped while others were imported waits for the next opening.
          if (state.phase === "choosing") pick(null);
          reset();
          setLast(null);
        }
        onOpenChange(next);
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/25" />
        <Dialog.Popup
          ref={popup}
          // Closing comes first on the page, and last of what a reader wants.
          initialFocus={() => popup.current?.querySelector<HTMLElement>("form button")}
          finalFocus={opener}
          // It keeps most of its height, whatever it shows: what is pressed next stays about where it was.
          className="fixed top-[4dvh] left-1/2 z-50 flex max-h-[92dvh] min-h-[min(28rem,92dvh)] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-hairline bg-raised text-sm shadow-(--shadow) outline-hidden sm:top-[8dvh] sm:max-h-[84dvh]"
        >
          <div className="flex items-start justify-between gap-4 px-4 pt-4 pb-2">
            <Dialog.Title className="min-w-0 text-base font-semibold">
              {run === null ? (
                "Import files"
              ) : (
                <>
                  Import files into <Name text={run} limit={96} className="break-all" />
                </>
              )}
            </Dialog.Title>
            {!isUnderWay(state) && (
              <Dialog.Close
                render={
                  <IconButton label="Close" className="-mt-0.5 shrink-0">
                    <X size={16} aria-hidden />
                  </IconButton>
                }
              />
            )}
          </div>
          {state.phase === "choosing" && (
            <ImportForm
              run={run}
              initial={last}
              gathered={gathered}
              found={found}
              onPick={pick}
              onStart={(choice) => {
                // Whether the run has ended is asked anew of other files.
                setLast({ ...choice, hasEnded: null });
                start({ choice, chosen: gathered?.files ?? [] });
                pick(null);
              }}
            />
          )}
          {isUnderWay(state) && <ImportProgress state={state} onCancel={cancel} />}
          {(state.phase === "done" || state.phase === "ended") && (
            <ImportOutcome
              state={state}
              isOfPage={run !== null}
              hasNext={gathered !== null}
              onAgain={importing.startAgain}
              onNext={reset}
            />
          )}
          {waiting !== null && (
            <p role="status" className="border-t border-hairline px-4 py-2 text-ink-2">
              {waiting}
            </p>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
