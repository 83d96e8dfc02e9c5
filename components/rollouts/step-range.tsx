"use client";

import { useState } from "react";

interface StepRangeProps {
  readonly from: number | null;
  readonly to: number | null;
  readonly onChange: (range: { readonly from: number | null; readonly to: number | null }) => void;
}

function readStep(text: string): number | null {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;
}

/** First and last step; either may be left open. It counts on Enter or when the field is left. */
export function StepRange({ from, to, onChange }: StepRangeProps) {
  return (
    <fieldset className="inline-flex h-8 items-center gap-1.5 px-2 text-sm text-ink-2">
      <legend className="sr-only">Steps</legend>
      <span aria-hidden>steps</span>
      <StepField
        key={`from ${from}`}
        label="First step"
        value={from}
        onChange={(step) => onChange({ from: step, to })}
      />
      <span aria-hidden>–</span>
      <StepField key={`to ${to}`} label="Last step" value={to} onChange={(step) => onChange({ from, to: step })} />
    </fieldset>
  );
}

interface StepFieldProps {
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (step: number | null) => void;
}

function StepField({ label, value, onChange }: StepFieldProps) {
  const [text, setText] = useState(value === null ? "" : String(value));
  function settle() {
    const step = readStep(text);
    if (step !== value) onChange(step);
  }
  return (
    <input
      aria-label={label}
      value={text}
      inputMode="numeric"
      placeholder={label === "First step" ? "first" : "last"}
      onChange={(event) => setText(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
      }}
      className="h-7 w-14 rounded-md border border-hairline-strong bg-transparent px-1.5 text-end text-sm text-ink placeholder:text-ink-3"
    />
  );
}
