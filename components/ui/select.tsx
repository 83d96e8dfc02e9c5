"use client";

import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import { Name } from "./name";

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  /** The value that means "no filter", shown quiet. */
  readonly neutral?: string;
}

/** One choice of several, its label in front: `environment  all ⌄`. */
export function Select({ label, value, options, onChange, neutral }: SelectProps) {
  const current = options.find((option) => option.value === value);
  return (
    <Base.Root
      items={[...options]}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <Base.Trigger
        aria-label={`${label}: ${current?.label ?? value}`}
        className="inline-flex h-7 max-w-64 min-w-0 items-center gap-1.5 rounded-md px-2 text-sm text-ink-2 hover:bg-sunken data-popup-open:bg-sunken"
      >
        <span className="shrink-0">
          <Name text={label} limit={24} />
        </span>
        <span className={`truncate ${value === neutral ? "text-ink-2" : "font-medium text-ink"}`}>
          <bdi>{current?.label ?? value}</bdi>
        </span>
        <Base.Icon className="shrink-0">
          <ChevronDown size={13} strokeWidth={1.75} aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="z-30" sideOffset={4} alignItemWithTrigger={false} align="start">
          <Base.Popup className="max-h-(--available-height) max-w-[min(24rem,calc(100vw-2rem))] min-w-(--anchor-width) overflow-y-auto rounded-lg border border-hairline bg-raised p-1 shadow-(--shadow) outline-hidden">
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  className="grid cursor-default grid-cols-[1rem_1fr] items-center gap-1.5 rounded px-1.5 py-1 text-sm outline-hidden select-none data-highlighted:bg-accent-soft"
                >
                  <Base.ItemIndicator className="col-start-1">
                    <Check size={13} aria-hidden />
                  </Base.ItemIndicator>
                  <Base.ItemText className="col-start-2 truncate">
                    <bdi>{option.label}</bdi>
                  </Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
