"use client";

import { useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { CsvButton } from "@/components/ui/csv-link";
import { Name } from "@/components/ui/name";
import { SearchField } from "@/components/ui/search-field";
import { StatusDot } from "@/components/ui/status-dot";
import { VerdictMark } from "@/components/ui/verdict-mark";
import { mostCompared } from "@/lib/core/compare/comparison";
import type { CsvSheet } from "@/lib/core/csv";
import type { VerdictName } from "@/lib/core/detect/verdict";
import type { RunState } from "@/lib/core/run";
import { formatCount, formatNoun } from "@/lib/view/format";
import { verdictWords } from "@/lib/view/verdict-words";

export interface ChoosableRun {
  readonly run: string;
  readonly title: string | null;
  readonly state: RunState;
  readonly verdict: VerdictName;
  readonly lastStep: number | null;
  readonly rollouts: number;
}

interface RunChooserProps {
  readonly runs: readonly ChoosableRun[];
  readonly chosen: readonly string[];
}

/** Runs of a filtered list that are drawn at once; the chosen ones always are. */
const mostShown = 200;

function toSheet(runs: readonly ChoosableRun[]): CsvSheet {
  return {
    columns: ["run", "title", "verdict", "state", "last_step", "rollouts"],
    rows: runs.map(({ run, title, verdict, state, lastStep, rollouts }) => {
      return [run, title, verdict, state, lastStep, rollouts];
    }),
  };
}

/** Which runs to compare: a form that works before any script does. */
export function RunChooser({ runs, chosen: first }: RunChooserProps) {
  const [chosen, setChosen] = useState<readonly string[]>(first);
  const [text, setText] = useState("");
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = runs.filter(({ run, title }) => {
    const all = `${run}\n${title ?? ""}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  // A choice that a filter hides would still be sent: it stays in view.
  const kept = runs.filter((run) => chosen.includes(run.run) && !matching.includes(run));
  const shown = [...kept, ...matching].slice(0, Math.max(mostShown, kept.length));
  const left = matching.length + kept.length - shown.length;
  const isTooMany = chosen.length > mostCompared;
  return (
    <form action="/compare" className="mt-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-2">
        <SearchField
          label="Filter runs by name or title"
          placeholder="Filter runs"
          value={text}
          onChange={setText}
          className="w-full sm:w-64"
        />
        <button type="submit" className={buttonClass("primary")} disabled={chosen.length === 0 || isTooMany}>
          Compare
        </button>
        <span role="status" className={`text-sm ${isTooMany ? "text-warning" : "text-ink-2"}`}>
          {isTooMany
            ? `${formatNoun(chosen.length, "run")} chosen; at most ${mostCompared} can be compared.`
            : `${formatCount(chosen.length)} of at most ${mostCompared} chosen`}
        </span>
        <span className="ms-auto">
          <CsvButton label="The runs to choose from as CSV" name={["runs"]} toSheet={() => toSheet(matching)} />
        </span>
      </div>
      <table className="grid-table">
        <caption className="sr-only">Runs to choose from</caption>
        <thead>
          <tr>
            <th scope="col">run</th>
            <th scope="col" className="hidden sm:table-cell">
              verdict
            </th>
            <th scope="col" className="hidden sm:table-cell">
              state
            </th>
            <th scope="col" className="numeric">
              last step
            </th>
            <th scope="col" className="numeric hidden sm:table-cell">
              rollouts
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ run, title, state, verdict, lastStep, rollouts }) => (
            <tr key={run} className="hover:bg-sunken">
              <td>
                <label className="flex min-h-6 cursor-pointer items-center gap-2.5">
                  <input
                    type="checkbox"
                    name="run"
                    value={run}
                    checked={chosen.includes(run)}
                    onChange={(event) =>
                      setChosen(event.target.checked ? [...chosen, run] : chosen.filter((other) => other !== run))
                    }
                    className="size-4 accent-(--accent)"
                  />
                  <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                    <Name text={title ?? run} limit={64} className="font-medium" />
                    {title !== null && <Name text={run} limit={48} mono className="text-ink-2" />}
                  </span>
                </label>
              </td>
              <td className="hidden sm:table-cell">
                <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
                  <VerdictMark verdict={verdict} />
                  {verdictWords[verdict].name}
                </span>
              </td>
              <td className="hidden sm:table-cell">
                <span className="inline-flex items-center gap-1.5">
                  <StatusDot status={state} />
                  {state}
                </span>
              </td>
              <td className="numeric">{lastStep === null ? "–" : formatCount(lastStep)}</td>
              <td className="numeric hidden sm:table-cell">{formatCount(rollouts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className="py-4 text-sm text-ink-2">No run matches.</p>}
      {left > 0 && <p className="py-2 text-sm text-ink-2">{formatNoun(left, "more run")}: filter to find them.</p>}
    </form>
  );
}
