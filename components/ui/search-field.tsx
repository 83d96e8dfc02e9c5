"use client";

import { Search } from "lucide-react";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
  readonly onEnter?: () => void;
  readonly className?: string;
}

/** A line to search by; what is typed counts at once. */
export function SearchField({
  label,
  value,
  placeholder = label,
  onChange,
  onEnter,
  className = "",
}: SearchFieldProps) {
  return (
    <label className={`relative inline-flex h-8 min-w-0 items-center ${className}`}>
      <span className="sr-only">{label}</span>
      <Search size={14} strokeWidth={1.75} aria-hidden className="pointer-events-none absolute start-2 text-ink-3" />
      <input
        type="search"
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onEnter?.();
        }}
        className="h-full w-full rounded-md border border-hairline-strong bg-transparent ps-7 pe-2 text-sm placeholder:text-ink-3"
      />
    </label>
  );
}
