import type { ReactNode } from "react";
import { Name } from "@/components/ui/name";
import type { ComparedRun } from "@/lib/core/compare/comparison";
import { runMark } from "@/lib/view/compare-marks";
import { nameRun } from "@/lib/view/compare-words";
import { LineMark } from "./line-mark";

interface RunHeadsProps {
  readonly runs: readonly ComparedRun[];
  /** What stands under the name of one. */
  readonly renderNote?: (index: number) => ReactNode;
}

/** The heading of each compared run's column: its line, and its name. */
export function RunHeads({ runs, renderNote }: RunHeadsProps) {
  return runs.map((run, index) => (
    <th key={run.run} scope="col">
      <span className="inline-flex items-center gap-1.5 max-sm:max-w-28 max-sm:justify-end">
        <LineMark mark={runMark(index)} />
        <Name text={nameRun(runs, run)} limit={28} className="text-ink max-sm:truncate" />
      </span>
      {renderNote?.(index)}
    </th>
  ));
}
