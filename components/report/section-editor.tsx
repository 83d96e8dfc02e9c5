"use client";

import { type FormEvent, useId, useState } from "react";
import { MyNameField } from "@/components/issues/my-name-field";
import { Button } from "@/components/ui/button";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { ReportSectionId } from "@/lib/core/report/document";
import { type Kept, sendSection } from "./send-section";

interface SectionEditorProps {
  readonly run: string;
  readonly section: ReportSectionId;
  readonly title: string;
  /** What one begins with. */
  readonly text: string;
  readonly version: number;
  readonly onDone: (kept: boolean) => void;
}

/** A section's prose in the hands of a person. Whoever was faster is shown, and nothing that was typed is lost. */
export function SectionEditor({ run, section, title, text, version, onDone }: SectionEditorProps) {
  const id = useId();
  const [seen, setSeen] = useState(version);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Kept | null>(null);

  async function keep(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("text");
    setBusy(true);
    setAnswer(null);
    const kept = await sendSection(run, section, typeof typed === "string" ? typed : "", seen);
    setBusy(false);
    if (kept.as === "kept") {
      onDone(true);
      return;
    }
    if (kept.as === "conflict") setSeen(kept.version);
    setAnswer(kept);
  }

  return (
    <form onSubmit={keep} className="flex flex-col gap-3 pb-4 print:hidden">
      <label htmlFor={id} className="text-xs text-ink-2">
        {title}: an empty line begins a new paragraph. Tables and charts stay as they are.
      </label>
      <textarea
        id={id}
        name="text"
        defaultValue={text}
        rows={Math.min(24, Math.max(5, Math.ceil(text.length / 85) + 2))}
        maxLength={100_000}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: whoever opens the editor wants to type.
        autoFocus
        className="w-full max-w-[46rem] rounded-md border border-control bg-paper px-3 py-2 text-base leading-6"
      />
      {answer !== null && <Refusal answer={answer} />}
      <div className="flex flex-wrap items-end gap-3">
        <MyNameField />
        <Button type="submit" kind="primary" disabled={busy}>
          {busy ? "Keeping…" : answer?.as === "conflict" ? "Keep mine instead" : "Keep"}
        </Button>
        <Button kind="quiet" onClick={() => onDone(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Refusal({ answer }: { readonly answer: Kept }) {
  if (answer.as === "kept") return null;
  if (answer.as === "failed") {
    return (
      <p role="alert" className="text-sm text-critical">
        {answer.why}
      </p>
    );
  }
  return (
    <div role="alert" className="max-w-[46rem] border-l-[3px] border-critical ps-3 text-sm">
      <p className="text-critical">
        {answer.by ?? "Somebody"} kept another edit meanwhile. Nothing of yours was kept yet: take over what still
        holds.
      </p>
      <ScrollRegion label="What they kept" className="max-h-60 overflow-y-auto pt-1 text-ink-2">
        <p dir="auto" className="whitespace-pre-wrap">
          {answer.text ?? "It is what is written from the data again."}
        </p>
      </ScrollRegion>
    </div>
  );
}
