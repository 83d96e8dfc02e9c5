"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { type RunAct, sendAct } from "./send-act";

interface ActFormProps {
  readonly run: string;
  readonly trigger: ReactNode;
  readonly label: string;
  readonly look?: "quiet" | "button";
  /** What it does, before it is done. */
  readonly explained: ReactNode;
  readonly submit: string;
  readonly children?: ReactNode;
  /** What the fields ask for. */
  readonly toAct: (fields: FormData) => RunAct;
}

/** An act on a run, behind a button: what it means, its fields, and what came of it. It closes only when it was done. */
export function ActForm({ run, trigger, label, look, explained, submit, children, toAct }: ActFormProps) {
  const [open, setOpen] = useState(false);
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: string | null }>({
    busy: false,
    error: null,
  });

  async function act(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setState({ busy: true, error: null });
    const error = await sendAct(run, toAct(fields));
    setState({ busy: false, error });
    if (error === null) setOpen(false);
  }

  return (
    <Popover
      trigger={trigger}
      label={label}
      {...(look === undefined ? {} : { look })}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setState({ busy: false, error: null });
      }}
    >
      <form onSubmit={act} className="flex w-80 max-w-full flex-col gap-3">
        <p className="text-ink-2">{explained}</p>
        {children}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" kind="primary" disabled={state.busy}>
            {state.busy ? "Working…" : submit}
          </Button>
          <Button kind="quiet" onClick={() => setOpen(false)}>
            Cancel
          </Button>
        </div>
        <p role="alert" className="text-critical empty:hidden">
          {state.error}
        </p>
      </form>
    </Popover>
  );
}

interface ActFieldProps {
  readonly name: string;
  readonly label: string;
  readonly defaultValue?: string | undefined;
  readonly type?: "text" | "url";
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly maxLength?: number;
}

export function ActField({ name, label, type = "text", maxLength = 2000, ...props }: ActFieldProps) {
  return (
    <label className="flex flex-col gap-1 text-xs text-ink-2">
      {label}
      <input
        name={name}
        type={type}
        maxLength={maxLength}
        dir="auto"
        autoComplete="off"
        className="h-8 rounded-md border border-control bg-paper px-2 text-sm text-ink"
        {...props}
      />
    </label>
  );
}

/** A field's text; null where it is empty. */
export function readField(fields: FormData, name: string): string | null {
  const value = fields.get(name);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
