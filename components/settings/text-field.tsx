"use client";

import { useId } from "react";

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: "text" | "url";
  readonly placeholder?: string;
  readonly note?: string;
  readonly required?: boolean;
  /** The datalist that it offers. */
  readonly list?: string;
  /** The form was just opened, and this is where one begins. */
  readonly autoFocus?: boolean;
}

/** A line of text with its name above and a remark below. */
export function TextField({ label, note, onChange, autoFocus = false, type = "text", ...input }: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="flex min-w-0 flex-col gap-1.5 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        type={type}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: a form that was asked for begins at its first field.
        autoFocus={autoFocus}
        aria-describedby={note === undefined ? undefined : noteId}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 rounded-md border border-control bg-transparent px-2.5 placeholder:text-ink-3"
      />
      {note !== undefined && (
        <p id={noteId} className="text-xs text-ink-2">
          {note}
        </p>
      )}
    </div>
  );
}
