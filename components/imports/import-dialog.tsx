"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import Link from "next/link";
import { type RefObject, useState } from "react";
import { Button, buttonClass, IconButton } from "@/components/ui/button";
import { formatNoun, formatPercent } from "@/lib/view/format";
import { importable } from "@/lib/view/importable";
import { runHref } from "@/lib/view/run-links";
import type { Gathered } from "./gather-files";
import { ImportForm } from "./import-form";
import { ImportResult } from "./import-result";
import type { ImportChoice } from "./send-import";
import { type Import, type ImportState, isUnderWay } from "./use-import";

interface ImportDialogProps {
  readonly run: string | null;
  /** Runs that are live, by their names. */
  readonly live: readonly string[];
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Gets the focus back when it closes. */
  readonly opener: RefObject<HTMLElement | null>;
  readonly importing: Import;
  /** What is to be imported; once that has begun, what was dropped since. null where that is nothing. */
  readonly gathered: Gathered | null;
  readonly onPick: (gathered: Gathered | null) => void;
}

function Progress({ label, share }: { readonly label: string; readonly share: number }) {
  return (
    <div>
      <p className="flex justify-between gap-3">
        <span className="truncate">
          <bdi>{label}</bdi>
        </span>
        <span className="tabular-nums">{formatPercent(share)}</span>
      </p>
      <progress
        aria-label={label}
        value={share}
        max={1}
        // With a height of its own it is drawn by these, and not in the accent's colour.
        className="mt-1 h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}

/** What is told while it goes on. */
function describePhase(state: ImportState): string {
  if (state.phase === "sending") return "Sending to the server";
  return state.phase === "reading" && state.file !== "" ? `Reading ${state.file}` : "Telling the files apart";
}

/** The run that rows went into, or may have; null where none did. */
function findRunTakenInto(state: ImportState): string | null {
  if (state.phase === "done") return state.result.rows > 0 ? state.result.run : null;
  return state.phase === "ended" && state.begun !== null ? state.begun.run : null;
}

/** Files into a run: chosen, sent, read, and what became of them. */
export function ImportDialog(props: ImportDialogProps) {
  const { run, live, open, onOpenChange, opener, importing, gathered, onPick } = props;
  const { state, start, cancel, reset } = importing;
  const [last, setLast] = useState<ImportChoice | null>(null);
  const taken = findRunTakenInto(state);
  const waiting = gathered?.files.length ?? 0;
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        // Closing would cancel without a word.
        if (isUnderWay(state) && !next) return;
        if (!next) {
          onPick(null);
          reset();
          setLast(null);
        }
        onOpenChange(next);
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/25" />
        <Dialog.Popup
          finalFocus={opener}
          className="fixed top-[8vh] left-1/2 z-50 flex max-h-[84vh] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 flex-col gap-3 overflow-y-auto rounded-lg border border-hairline bg-raised p-4 text-sm shadow-(--shadow) outline-hidden"
        >
          <div className="flex items-start justify-between gap-4">
            <Dialog.Title className="text-base font-semibold">
              {run === null ? "Import files" : <>Import files into {<bdi>{run}</bdi>}</>}
            </Dialog.Title>
            {!isUnderWay(state) && (
              <Dialog.Close render={<IconButton label="Close">{<X size={16} aria-hidden />}</IconButton>} />
            )}
          </div>
          {state.phase === "choosing" && (
            <>
              <Dialog.Description className="text-ink-2">
                {importable}, told apart by content. A folder of a whole run comes in with its steps. Importing again
                changes nothing that is there.
              </Dialog.Description>
              <ImportForm
                run={run}
                initial={last}
                live={live}
                gathered={gathered}
                onPick={onPick}
                onStart={(choice) => {
                  // Whether the run has ended is asked anew of other files.
                  setLast({ ...choice, hasEnded: null });
                  start(choice, gathered?.files ?? []);
                  onPick(null);
                }}
              />
            </>
          )}
          {isUnderWay(state) && (
            <>
              <div role="status">
                <Progress label={describePhase(state)} share={state.share} />
              </div>
              <Button className="self-start" onClick={cancel}>
                Cancel
              </Button>
            </>
          )}
          {(state.phase === "done" || state.phase === "ended") && (
            <>
              <div role="status">
                {state.phase === "done" ? (
                  <>
                    <ImportResult files={state.files} failure={state.result.failure} underWay={null} />
                    {state.result.run_finished && <p className="mt-2 text-ink-2">The run is finished.</p>}
                  </>
                ) : (
                  <ImportResult files={state.files} failure={state.why} underWay={state.begun?.file ?? null} />
                )}
              </div>
              <div className="flex flex-wrap gap-2">
                {run === null && taken !== null && (
                  <Link className={buttonClass("primary")} href={runHref(taken)}>
                    Open the run
                  </Link>
                )}
                <Button onClick={reset}>{waiting === 0 ? "Import more" : "Import the next"}</Button>
              </div>
            </>
          )}
          {state.phase !== "choosing" && waiting > 0 && (
            <p role="status" className="text-ink-2">
              {formatNoun(waiting, "file")} dropped meanwhile: next, when this is done and you say so.
            </p>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
