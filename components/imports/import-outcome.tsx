"use client";

import Link from "next/link";
import { Button, buttonClass } from "@/components/ui/button";
import { toOneLine } from "@/lib/core/one-line";
import { describeArrived, describeEndedBefore } from "@/lib/view/import-words";
import { runHref } from "@/lib/view/run-links";
import { DialogBody, DialogFooter } from "./dialog-parts";
import { ImportFailure } from "./import-failure";
import { ImportedFiles } from "./imported-files";
import type { ImportState } from "./use-import";

type ImportEnd = Extract<ImportState, { phase: "done" | "ended" }>;

interface ImportOutcomeProps {
  readonly state: ImportEnd;
  /** It went into the run of the page. */
  readonly isOfPage: boolean;
  /** Files were dropped meanwhile. */
  readonly hasNext: boolean;
  readonly onAgain: () => void;
  readonly onNext: () => void;
}

/** What ended it before its end; null where nothing did. */
function findFailure(state: ImportEnd): string | null {
  return state.phase === "done" ? state.result.failure : state.why;
}

/** What was made of a run whose end was told; null where nothing was. */
function sayEnding(state: ImportEnd): string | null {
  if (state.phase !== "done") return null;
  const { run_finished: isFinished, ended_before: endedBefore } = state.result;
  if (endedBefore !== null) return describeEndedBefore(endedBefore);
  return isFinished ? "The run is finished." : null;
}

/** The run that rows went into, or may have; null where none did. */
function findRunTakenInto(state: ImportEnd): string | null {
  if (state.phase === "done") return state.result.rows > 0 ? state.result.run : null;
  return state.begun === null ? null : state.run;
}

/** Of the file that was being read when it ended, nobody said what was taken. */
function Rest({ begun }: { readonly begun: string }) {
  return (
    <p>
      Of {begun === "" ? "the files" : <bdi className="font-mono text-xs wrap-anywhere">{toOneLine(begun)}</bdi>} there
      may be some rows in the run.
    </p>
  );
}

/** What became of an import, and what can be done next. */
export function ImportOutcome({ state, isOfPage, hasNext, onAgain, onNext }: ImportOutcomeProps) {
  const { files } = state;
  const failure = findFailure(state);
  const taken = findRunTakenInto(state);
  const run = state.phase === "done" ? state.result.run : state.run;
  const isCancelled = state.phase === "ended" && state.isCancelled;
  const ending = sayEnding(state);
  const canOpen = !isOfPage && taken !== null;
  return (
    <>
      <DialogBody>
        <div role="status" className="flex flex-col gap-2">
          {failure !== null && (isCancelled ? <p>{failure}</p> : <ImportFailure run={run} why={failure} />)}
          {(files.length > 0 || state.phase === "done") && <p className="font-medium">{describeArrived(files)}</p>}
          {state.phase === "ended" && state.begun !== null && <Rest begun={state.begun} />}
          {ending !== null && <p className="text-ink-2">{ending}</p>}
        </div>
        <ImportedFiles files={files} />
      </DialogBody>
      <DialogFooter>
        {canOpen && (
          <Link className={buttonClass("primary")} href={runHref(taken)}>
            Open the run
          </Link>
        )}
        {failure !== null && <Button onClick={onAgain}>Import again</Button>}
        <Button onClick={onNext}>{hasNext ? "Import the next" : "Import more"}</Button>
      </DialogFooter>
    </>
  );
}
