"use client";

import { useState } from "react";
import { askApi } from "@/components/ui/ask-api";
import { Button } from "@/components/ui/button";
import { Name } from "@/components/ui/name";
import { Time } from "@/components/ui/time";
import { useAct } from "@/components/ui/use-act";
import { useAnswer } from "@/components/ui/use-answer";
import { runHref } from "@/lib/view/run-links";
import { WireRemovalList } from "@/lib/wire/run-removal";

const parseRemovals = (json: unknown) => WireRemovalList.parse(json).removals;

/** When a run goes for good that waits for it, epoch ms; null where none of that name does, or it is not known. */
function useDueAt(run: string): { readonly isKnown: boolean; readonly dueAt: number | null } {
  const { answer } = useAnswer("/api/v1/removals", parseRemovals);
  const removals = answer?.as === "read" ? answer.value : [];
  const due = removals.find((removal) => removal.run === run)?.due_at ?? null;
  return { isKnown: answer !== null, dueAt: due === null ? null : Date.parse(due) };
}

/** Why an import ended before its end; of a run that is being removed, with what brings it back. */
export function ImportFailure({ run, why }: { readonly run: string; readonly why: string }) {
  const { isKnown, dueAt } = useDueAt(run);
  const [isBack, setBack] = useState(false);
  const { isBusy, error, act } = useAct();
  if (!isKnown) return null;
  if (isBack) {
    return (
      <p>
        <Name text={run} /> is back. Import again to go on.
      </p>
    );
  }
  if (dueAt === null) return <p className="text-critical wrap-anywhere">{why}</p>;
  const bringBack = () =>
    act(async () => {
      await askApi("DELETE", `${runHref(run)}/removal`);
      setBack(true);
    });
  return (
    <div>
      <p>
        <Name text={run} className="font-medium" /> is being removed: it goes for good at{" "}
        <Time at={dueAt} as="minute" />, and takes nothing until then.
      </p>
      <p className="mt-2">
        <Button disabled={isBusy} onClick={() => void bringBack()}>
          Bring it back
        </Button>
      </p>
      <p role="alert" className="mt-1 text-critical empty:hidden">
        {error}
      </p>
    </div>
  );
}
