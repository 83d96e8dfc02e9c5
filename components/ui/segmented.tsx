"use client";

import { Toggle } from "@base-ui/react/toggle";
import { ToggleGroup } from "@base-ui/react/toggle-group";

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** A few choices in a line, one of them taken: `share · count · log`. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={(next) => {
        const taken = options.find((option) => option.value === next[0]);
        if (taken !== undefined) onChange(taken.value);
      }}
      className="flex items-center"
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          className="whitespace-nowrap rounded px-1.5 py-0.5 text-xs text-ink-2 hover:text-ink data-pressed:font-semibold data-pressed:text-ink"
        >
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
