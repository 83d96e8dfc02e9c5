"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import { isLongUnchanged } from "@/lib/core/imported-file";
import { findNameFault } from "@/lib/wire/run-name";
import { FilePicker } from "./file-picker";
import type { ChosenFile, Gathered } from "./gather-files";
import type { ImportChoice } from "./send-import";

interface ImportFormProps {
  /** The run of the page; null where the reader names one. */
  readonly run: string | null;
  /** What was told for the import before, which most often holds for the next. */
  readonly initial: ImportChoice | null;
  /** Runs that are live, by their names: the files of those are most often not the last. */
  readonly live: readonly string[];
  /** null where nothing was chosen yet. */
  readonly gathered: Gathered | null;
  readonly onPick: (gathered: Gathered) => void;
  readonly onStart: (choice: ImportChoice) => void;
}

interface FieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Why the value can't be taken. */
  readonly fault?: string | null;
  readonly pattern?: string;
  readonly required?: boolean;
}

function Field({ label, hint, value, onChange, fault = null, pattern, required = false }: FieldProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline gap-x-3">
      <label htmlFor={id} className="text-ink-2">
        {label}
      </label>
      <div>
        <input
          id={id}
          value={value}
          pattern={pattern}
          required={required}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          aria-describedby={`${id}-hint`}
          aria-invalid={fault !== null}
          onChange={({ target }) => onChange(target.value)}
          className="h-8 w-full rounded-md border border-hairline-strong bg-transparent px-2 text-sm"
        />
        <p id={`${id}-hint`} className={`mt-0.5 text-xs ${fault === null ? "text-ink-2" : "text-critical"}`}>
          {fault ?? hint}
        </p>
      </div>
    </div>
  );
}

function areOld(files: readonly ChosenFile[]): boolean {
  const newest = files.reduce((latest, { file }) => Math.max(latest, file?.lastModified ?? 0), 0);
  return newest > 0 && isLongUnchanged(newest, Date.now());
}

/** What to import, and where it belongs. */
export function ImportForm({ run, initial, live, gathered, onPick, onStart }: ImportFormProps) {
  const empty = { run: run ?? "", step: "", isEval: false, generationsPerPrompt: "", hasEnded: null };
  const [choice, setChoice] = useState<ImportChoice>(initial ?? empty);
  const [fault, setFault] = useState<string | null>(null);
  const files = gathered?.files ?? [];
  const name = run ?? choice.run.trim();
  const hasEnded = choice.hasEnded ?? (!live.includes(name) && areOld(files));
  const set = (part: Partial<ImportChoice>) => setChoice({ ...choice, ...part });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const found = run === null ? findNameFault(name) : null;
        setFault(found);
        if (files.length > 0 && found === null) onStart({ ...choice, run: name, hasEnded });
      }}
    >
      <FilePicker gathered={gathered} onPick={onPick} />
      {run === null && (
        <Field
          label="Run"
          hint="A new name makes a new run."
          required
          fault={fault}
          value={choice.run}
          onChange={(value) => {
            setFault(null);
            set({ run: value });
          }}
        />
      )}
      <Field
        label="Step"
        hint="Only where neither the rows nor their names or folders say it."
        pattern="\d{1,9}"
        value={choice.step}
        onChange={(step) => set({ step })}
      />
      <Field
        label="Generations"
        hint="Rollouts that share a prompt; only NeMo-RL’s files need it."
        pattern="[1-9]\d{0,5}"
        value={choice.generationsPerPrompt}
        onChange={(generationsPerPrompt) => set({ generationsPerPrompt })}
      />
      <Switch
        label="evaluation: not trained on, needs no step"
        checked={choice.isEval}
        onChange={(isEval) => set({ isEval })}
      />
      <Switch
        label="the run has ended: nothing more is awaited"
        checked={hasEnded}
        onChange={(hasEnded) => set({ hasEnded })}
      />
      <div className="flex items-center gap-3">
        <Button kind="primary" type="submit" disabled={files.length === 0}>
          Import
        </Button>
        {files.length === 0 && <span className="text-ink-2">Choose or drop files first.</span>}
      </div>
    </form>
  );
}
