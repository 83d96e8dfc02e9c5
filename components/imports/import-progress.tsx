import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Name } from "@/components/ui/name";
import { toOneLine } from "@/lib/core/one-line";
import { formatBytes, formatNoun, formatPercent } from "@/lib/view/format";
import { DialogBody, DialogFooter } from "./dialog-parts";
import type { ImportUnderWay } from "./use-import";

interface StageProps {
  readonly label: ReactNode;
  /** What its bar is called. */
  readonly name: string;
  /** null: it has not begun. */
  readonly share: number | null;
}

function Stage({ label, name, share }: StageProps) {
  return (
    <div>
      <p className={`flex justify-between gap-3 ${share === null ? "text-ink-2" : ""}`}>
        <span className="truncate">{label}</span>
        <span aria-hidden className="tabular-nums">
          {share !== null && formatPercent(share)}
        </span>
      </p>
      <progress
        aria-label={name}
        value={share ?? 0}
        max={1}
        // With a height of its own it is drawn by these, and not in the accent's colour.
        className="mt-1 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hairline [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hairline [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}

function describeSending(state: ImportUnderWay): string {
  if (state.phase === "reading") return "Sent to the server";
  if (state.total === null) return "Looking at the files";
  return `Sending to the server, ${formatBytes(state.sent)} of ${formatBytes(state.total)}`;
}

function ReadingLabel({ state }: { readonly state: ImportUnderWay }) {
  if (state.phase === "sending") return "Then read into the run";
  if (state.file === "") return "Telling the files apart";
  return (
    <>
      Reading <bdi className="font-mono text-xs">{toOneLine(state.file)}</bdi>
    </>
  );
}

function shareSent(state: ImportUnderWay): number {
  if (state.phase === "reading") return 1;
  return state.total === null || state.total === 0 ? 0 : state.sent / state.total;
}

/** How far an import is, of both things that are done with it: it is sent, and read. */
export function ImportProgress({ state, onCancel }: { readonly state: ImportUnderWay; readonly onCancel: () => void }) {
  const { choice, chosen } = state.subject;
  return (
    <>
      <DialogBody>
        <p>
          <span className="text-ink-2">{formatNoun(chosen.length, "file")} into</span>{" "}
          <Name text={choice.run} className="break-all" />
        </p>
        <div role="status" className="flex flex-col gap-4">
          <Stage name="Sent" label={describeSending(state)} share={shareSent(state)} />
          <Stage
            name="Read"
            label={<ReadingLabel state={state} />}
            share={state.phase === "reading" ? state.share : null}
          />
        </div>
        {state.phase === "reading" && chosen.length > 1 && (
          <p className="text-ink-2">
            {formatNoun(state.files.length, "file")} of {chosen.length} done with.
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogFooter>
    </>
  );
}
