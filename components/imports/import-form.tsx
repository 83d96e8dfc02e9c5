"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import { isLongUnchanged } from "@/lib/core/imported-file";
import { importable } from "@/lib/view/importable";
import { DialogBody, DialogFooter } from "./dialog-parts";
import { FilePicker } from "./file-picker";
import type { ChosenFile, Gathered } from "./gather-files";
import { ImportField } from "./import-field";
import { type ChoiceFaults, type FilledIn, judgeChoice } from "./judge-choice";
import type { ImportChoice } from "./send-import";
import { useIsLive } from "./use-is-live";

interface ImportFormProps {
  /** The run of the page; null where the reader names one. */
  readonly run: string | null;
  /** What was told for the import before, which most often holds for the next. */
  readonly initial: ImportChoice | null;
  /** null where nothing was chosen yet. */
  readonly gathered: Gathered | null;
  /** Files found so far in folders that are being looked through; null where none are. */
  readonly found: number | null;
  readonly onPick: (gathered: Gathered | null) => void;
  readonly onStart: (choice: ImportChoice) => void;
}

function areOld(files: readonly ChosenFile[]): boolean {
  const newest = files.reduce((latest, { file }) => Math.max(latest, file?.lastModified ?? 0), 0);
  return newest > 0 && isLongUnchanged(newest, Date.now());
}

const noFaults: ChoiceFaults = {};

/** Puts the focus into the first field that can't be taken. */
function focusFault(form: HTMLFormElement, faults: ChoiceFaults): void {
  const names = Object.keys(faults);
  [...form.querySelectorAll("input")].find(({ name }) => names.includes(name))?.focus();
}

/** What to import, and where it belongs. */
export function ImportForm({ run, initial, gathered, found, onPick, onStart }: ImportFormProps) {
  const empty = { run: run ?? "", step: "", isEval: false, generationsPerPrompt: "", hasEnded: null };
  const [choice, setChoice] = useState<ImportChoice>(initial ?? empty);
  const [faults, setFaults] = useState(noFaults);
  const files = gathered?.files ?? [];
  const name = run ?? choice.run.trim();
  // Old files are most often the last, but not those of a run that goes on.
  const mayHaveEnded = choice.hasEnded === null && areOld(files);
  const isLive = useIsLive(mayHaveEnded ? name : "");
  const hasEnded = choice.hasEnded ?? (mayHaveEnded && isLive === false);
  const set = (part: Partial<ImportChoice>) => setChoice({ ...choice, ...part });
  const fill = (field: keyof FilledIn) => (value: string) => {
    setFaults(({ [field]: _mended, ...others }) => others);
    set({ [field]: value });
  };
  return (
    <form
      noValidate
      className="flex min-h-0 grow flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        const filled = {
          run: name,
          step: choice.step.trim(),
          generationsPerPrompt: choice.generationsPerPrompt.trim(),
        };
        const now = judgeChoice(filled);
        setFaults(now);
        focusFault(event.currentTarget, now);
        if (files.length > 0 && Object.keys(now).length === 0) onStart({ ...choice, ...filled, hasEnded });
      }}
    >
      <DialogBody>
        <p className="text-ink-2">
          {importable}, told apart by content. A folder of a whole run comes in with its steps. Importing again changes
          nothing that is there.
        </p>
        <FilePicker gathered={gathered} found={found} onPick={onPick} />
        {run === null && (
          <ImportField
            name="run"
            label="Run"
            hint="A new name makes a new run."
            required
            fault={faults.run ?? null}
            value={choice.run}
            onChange={fill("run")}
          />
        )}
        <ImportField
          name="step"
          label="Step"
          hint="Only where neither the rows nor their names or folders say it."
          inputMode="numeric"
          fault={faults.step ?? null}
          value={choice.step}
          onChange={fill("step")}
        />
        <ImportField
          name="generationsPerPrompt"
          label="Generations"
          hint="Rollouts that share a prompt; only NeMo-RL’s files need it."
          inputMode="numeric"
          fault={faults.generationsPerPrompt ?? null}
          value={choice.generationsPerPrompt}
          onChange={fill("generationsPerPrompt")}
        />
        <div className="flex flex-col gap-1">
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
        </div>
      </DialogBody>
      <DialogFooter>
        <Button kind="primary" type="submit" disabled={files.length === 0 || found !== null}>
          Import
        </Button>
        {files.length === 0 && found === null && <span className="text-ink-2">Choose or drop files first.</span>}
      </DialogFooter>
    </form>
  );
}
