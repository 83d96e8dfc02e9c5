"use client";

import { useEffect, useState } from "react";
import { holdWhileSeen } from "@/components/ui/hold-while-seen";
import { readAnswer } from "@/components/ui/read-answer";
import { printFilter } from "@/lib/core/filter/print-filter";
import { toFieldTerm, toLiteral } from "@/lib/core/filter/term";
import { parseRunList } from "@/lib/wire/run-list";

/** After the last key: a name that is being typed is not asked for letter by letter. */
const typingMs = 250;
const everyMs = 2_000;

/** The list and not the run itself: a name that is no run's is no error there. Others' titles may be the same. */
function toAddress(run: string): string {
  return `/api/v1/runs?${new URLSearchParams({ filter: printFilter([toFieldTerm("run", [toLiteral(run)])]) })}`;
}

/**
 * Whether a run is live, as the server says it now and every few seconds: one may begin after the page was loaded.
 *
 * @param run empty: nothing is asked. @returns null while it is not known.
 */
export function useIsLive(run: string): boolean | null {
  const [told, setTold] = useState<{ readonly run: string; readonly isLive: boolean } | null>(null);
  useEffect(() => {
    if (run === "") return;
    return holdWhileSeen(() => {
      const left = new AbortController();
      const ask = async () => {
        const answer = await readAnswer(toAddress(run), left.signal, parseRunList);
        if (left.signal.aborted) return;
        // Who can't be heard may have begun.
        const runs = answer.as === "read" ? answer.value.runs : null;
        setTold(runs && { run, isLive: runs.some((entry) => entry.run === run && entry.state === "live") });
        timer = setTimeout(() => void ask(), everyMs);
      };
      let timer = setTimeout(() => void ask(), typingMs);
      return () => {
        clearTimeout(timer);
        left.abort();
      };
    });
  }, [run]);
  return told?.run === run ? told.isLive : null;
}
