"use client";

import { Switch as Base } from "@base-ui/react/switch";

interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Something that is on or off, with its name. */
export function Switch({ label, checked, disabled = false, onChange }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside renders the input.
    <label className="inline-flex h-7 cursor-pointer items-center gap-2 text-sm whitespace-nowrap text-ink-2 hover:text-ink has-data-disabled:cursor-not-allowed">
      <Base.Root
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        className="relative h-4 w-7 shrink-0 rounded-full bg-control transition-none data-checked:bg-accent data-disabled:opacity-50"
      >
        <Base.Thumb className="absolute top-0.5 left-0.5 size-3 rounded-full bg-paper data-checked:translate-x-3" />
      </Base.Root>
      {label}
    </label>
  );
}
