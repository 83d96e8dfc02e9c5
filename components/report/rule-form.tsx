"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useId } from "react";
import { Button } from "@/components/ui/button";
import { wordsOfSeries } from "@/lib/core/detect/incident-words";
import { type AlertRule, ruleSeries } from "@/lib/core/report/alert-rule";
import { reportHref } from "@/lib/view/report/report-view";

interface RuleFormProps {
  readonly run: string;
  readonly rule: AlertRule;
  /** Failure kinds that the run has. */
  readonly kinds: readonly string[];
}

const field = "h-8 rounded-md border border-control bg-paper px-2 text-sm text-ink";

function readNumber(fields: FormData, name: string, usual: number): number {
  const value = Number(fields.get(name));
  return Number.isFinite(value) ? value : usual;
}

/** A rule of the reader's choice; it is kept in the address. */
export function RuleForm({ run, rule, kinds }: RuleFormProps) {
  const router = useRouter();
  const id = useId();
  const series = [...new Set([...kinds.map((kind) => `kind:${kind}`), ...ruleSeries, rule.series])];

  function replay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const chosen = fields.get("rule");
    const asked: AlertRule = {
      series: typeof chosen === "string" ? chosen : rule.series,
      over: Number((readNumber(fields, "over", rule.over * 100) / 100).toPrecision(6)),
      count: Math.max(1, Math.round(readNumber(fields, "count", rule.count))),
      steps: Math.max(1, Math.round(readNumber(fields, "steps", rule.steps))),
    };
    router.replace(reportHref(run, asked), { scroll: false });
  }

  return (
    <form
      key={JSON.stringify(rule)}
      onSubmit={replay}
      aria-label="Alert rule"
      className="flex flex-wrap items-end gap-x-4 gap-y-2 pb-3 text-xs text-ink-2 print:hidden"
    >
      <label className="flex min-w-0 flex-col gap-1">
        What is watched
        <select name="rule" defaultValue={rule.series} className={`${field} max-w-full`}>
          {series.map((name) => (
            <option key={name} value={name}>
              {wordsOfSeries(name).name}
            </option>
          ))}
        </select>
      </label>
      <label htmlFor={`${id}over`} className="flex flex-col gap-1">
        Share of a step, %
        <input
          id={`${id}over`}
          name="over"
          type="number"
          min={0}
          max={100}
          step="any"
          defaultValue={Number((rule.over * 100).toPrecision(6))}
          className={`${field} w-28`}
        />
      </label>
      <label htmlFor={`${id}count`} className="flex flex-col gap-1">
        Rollouts at least
        <input
          id={`${id}count`}
          name="count"
          type="number"
          min={1}
          defaultValue={rule.count}
          className={`${field} w-28`}
        />
      </label>
      <label htmlFor={`${id}steps`} className="flex flex-col gap-1">
        Steps in a row
        <input
          id={`${id}steps`}
          name="steps"
          type="number"
          min={1}
          max={1000}
          defaultValue={rule.steps}
          className={`${field} w-24`}
        />
      </label>
      <Button type="submit">Replay</Button>
    </form>
  );
}
