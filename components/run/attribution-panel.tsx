"use client";

import { memo } from "react";
import { CsvButton } from "@/components/ui/csv-link";
import { HowComputed } from "@/components/ui/how-computed";
import { SectionHeading } from "@/components/ui/section-heading";
import { useAnswer } from "@/components/ui/use-answer";
import { useGathered } from "@/components/ui/use-gathered";
import { type AttributionRow, toAttributionModel, toAttributionSheet } from "@/lib/view/attribution-model";
import { nameSteps } from "@/lib/view/chart-marks";
import { attributionHref } from "@/lib/view/run-links";
import type { RunView } from "@/lib/view/run-view";
import type { StepRange } from "@/lib/view/step-axis";
import { parseAttribution } from "@/lib/wire/attribution";

interface AttributionPanelProps {
  readonly run: string;
  readonly view: RunView;
  /** The later steps; null: there are none to speak of. */
  readonly steps: StepRange | null;
  readonly inPercent: boolean;
  /** Of a file's name: the run, and how it is filtered. */
  readonly fileName: readonly string[];
  /** Changes with the rollouts of these steps. */
  readonly revision: string;
}

/** Rollouts come thick and fast; the sums are read again at most this often. */
const pauseMs = 1500;

/** Whose the change of the reward is: these steps against those before them. */
export function AttributionPanel({ run, view, steps, inPercent, fileName, revision }: AttributionPanelProps) {
  const href = steps === null || view.labels.length > 0 ? null : attributionHref(run, view, steps);
  const { last } = useAnswer(href, parseAttribution, useGathered(revision, pauseMs));
  if (steps === null || last === null) return null;
  return <FoundAttribution last={last} steps={steps} inPercent={inPercent} fileName={fileName} />;
}

interface FoundAttributionProps extends Pick<AttributionPanelProps, "inPercent" | "fileName"> {
  readonly last: ReturnType<typeof parseAttribution>;
  readonly steps: StepRange;
}

/** Apart from the revision, which changes far more often than what is found. */
const FoundAttribution = memo(function FoundAttribution(props: FoundAttributionProps) {
  const { last, steps, inPercent, fileName } = props;
  const model = toAttributionModel(last, inPercent);
  if (model === null) return null;
  return (
    <section aria-label="Whose the change is">
      <SectionHeading
        remark={
          <>
            <CsvButton
              label="Whose the change is as CSV"
              name={[...fileName, "attribution"]}
              toSheet={() => toAttributionSheet(last)}
            />{" "}
            {nameSteps(steps).toLowerCase()}
          </>
        }
      >
        Whose the change is <HowComputed section="whose-a-change-of-the-reward-is" />
      </SectionHeading>
      <p className="pt-2 text-sm">{model.sentence}</p>
      <table className="grid-table mt-1">
        <tbody>
          {model.rows.map((row) => (
            <Row key={row.label} row={row} inPercent={inPercent} />
          ))}
        </tbody>
      </table>
      <p className="pt-1.5 text-xs text-ink-2">{model.periods.join(" ")}</p>
    </section>
  );
});

function Row({ row, inPercent }: { readonly row: AttributionRow; readonly inPercent: boolean }) {
  const { label, value, as, bar } = row;
  const colour = as === "end" ? "var(--as-scored)" : bar?.falls === true ? "var(--critical)" : "var(--live)";
  return (
    <tr>
      <th scope="row" className="w-full whitespace-normal!">
        {label}
        {bar !== null && (
          <span aria-hidden className="relative mt-0.5 block h-[3px] rounded-full bg-sunken">
            <span
              className="absolute h-full rounded-full"
              style={{ left: `${bar.left * 100}%`, width: `${Math.max(0.5, bar.width * 100)}%`, background: colour }}
            />
          </span>
        )}
      </th>
      <td className={`numeric ${as === "end" ? "font-semibold" : ""}`}>
        {value}
        {as === "term" && inPercent && <span className="sr-only"> points</span>}
      </td>
    </tr>
  );
}
