"use client";

import { useEffect, useState } from "react";
import { HowComputed } from "@/components/ui/how-computed";
import { readAnswer } from "@/components/ui/read-answer";
import { SectionHeading } from "@/components/ui/section-heading";
import { type Attributed, type AttributionRow, toAttributionModel } from "@/lib/view/attribution-model";
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
  /** Changes with the rollouts of these steps. */
  readonly revision: string;
}

/** Rollouts come thick and fast; the sums are read again at most this often. */
const pauseMs = 1500;

/** Whose the change of the reward is: these steps against those before them. */
export function AttributionPanel({ run, view, steps, inPercent, revision }: AttributionPanelProps) {
  const href = steps === null || view.labels.length > 0 ? null : attributionHref(run, view, steps);
  const [read, setRead] = useState<{ readonly href: string; readonly told: Attributed } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is no reason to ask again; a change is.
  useEffect(() => {
    if (href === null) return;
    const asked = new AbortController();
    const ask = async () => {
      const answer = await readAnswer(href, asked.signal, parseAttribution);
      if (answer.as === "read") setRead({ href, told: answer.value });
    };
    // What is new is read at once; what only changed, after a pause.
    const timer = setTimeout(ask, read?.href === href ? pauseMs : 0);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [href, revision]);
  if (steps === null || href === null || read === null || read.href !== href) return null;
  const model = toAttributionModel(read.told, inPercent);
  if (model === null) return null;
  return (
    <section aria-label="Whose the change is">
      <SectionHeading remark={nameSteps(steps).toLowerCase()}>
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
}

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
