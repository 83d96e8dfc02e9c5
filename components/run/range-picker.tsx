"use client";

import { type FormEvent, useId } from "react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { parseRunView, type RunView, type ShownSteps } from "@/lib/view/run-view";

interface RangePickerProps {
  readonly view: RunView;
  readonly onChange: (view: RunView) => void;
}

const newestChoices = [20, 100, 500] as const;

/** Which steps are shown, in words, and a way to say it in numbers. */
export function RangePicker({ view, onChange }: RangePickerProps) {
  const { steps } = view;
  return (
    <Popover
      label={`steps: ${describeSteps(steps)}`}
      trigger={
        <>
          steps
          <span className={steps.kind === "all" ? "" : "font-medium text-ink"}>{describeSteps(steps)}</span>
        </>
      }
    >
      <div className="flex flex-wrap gap-1 pb-3">
        <Button kind="plain" className="h-7 px-2" onClick={() => onChange({ ...view, steps: { kind: "all" } })}>
          all
        </Button>
        {newestChoices.map((count) => (
          <Button
            key={count}
            kind="plain"
            className="h-7 px-2"
            onClick={() => onChange({ ...view, steps: { kind: "newest", count } })}
          >
            newest {count}
          </Button>
        ))}
      </div>
      <RangeForm steps={steps} onChange={(next) => onChange({ ...view, steps: next })} />
    </Popover>
  );
}

function describeSteps(steps: ShownSteps): string {
  if (steps.kind === "range") return `${steps.from}–${steps.to}`;
  return steps.kind === "newest" ? `newest ${steps.count}` : "all";
}

interface RangeFormProps {
  readonly steps: ShownSteps;
  readonly onChange: (steps: ShownSteps) => void;
}

function RangeForm({ steps, onChange }: RangeFormProps) {
  const id = useId();
  const known = steps.kind === "range" ? steps : null;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = (name: string) => [name, String(data.get(name) ?? "")] as const;
    onChange(parseRunView([read("from"), read("to")]).steps);
  }

  const field = "h-7 w-20 rounded-md border border-control bg-paper px-2";
  return (
    <form onSubmit={submit} className="flex items-center gap-2">
      <label htmlFor={`${id}from`}>from</label>
      <input id={`${id}from`} name="from" inputMode="numeric" defaultValue={known?.from} className={field} />
      <label htmlFor={`${id}to`}>to</label>
      <input id={`${id}to`} name="to" inputMode="numeric" defaultValue={known?.to} className={field} />
      <Button type="submit" className="h-7">
        Show
      </Button>
    </form>
  );
}
