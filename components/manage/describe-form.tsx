"use client";

import { type FormEvent, useId, useState } from "react";
import { TextField } from "@/components/settings/text-field";
import { toSentence } from "@/components/ui/ask-api";
import { Button } from "@/components/ui/button";
import { isToldAlike, type RunFields, rebaseFields, toFields, toRunPatch } from "@/lib/view/run-settings-form";
import type { WireRun } from "@/lib/wire/run";
import { manageApi } from "./manage-api";

interface DescribeFormProps {
  readonly run: WireRun;
  /** Projects that other runs belong to. */
  readonly projects: readonly string[];
  readonly onKept: (run: WireRun) => void;
}

type State =
  | { readonly as: "idle" | "busy" | "kept" }
  | { readonly as: "failed"; readonly why: string; readonly isOutdated: boolean };

/** What a run is called and where it belongs. Whoever saves over a change of somebody else is told, and loses nothing. */
export function DescribeForm({ run, projects, onKept }: DescribeFormProps) {
  // What the fields were filled from. The run may be read anew beside them, as by whoever archives it.
  const [base, setBase] = useState(run);
  const [fields, setFields] = useState(toFields(run));
  const [state, setState] = useState<State>({ as: "idle" });
  const listId = useId();
  const descriptionId = useId();

  function set(change: Partial<RunFields>) {
    setFields({ ...fields, ...change });
    if (state.as === "kept") setState({ as: "idle" });
  }

  /** A newer version that says nothing else is no change of somebody's to write over. */
  const seen = isToldAlike(run, base) ? run.version : base.version;

  async function save(event: FormEvent) {
    event.preventDefault();
    setState({ as: "busy" });
    try {
      const patch = toRunPatch(fields, toFields(base));
      const kept = await manageApi.describeRun(run.run, { ...patch, version: seen });
      onKept(kept);
      setBase(kept);
      setFields(toFields(kept));
      setState({ as: "kept" });
    } catch (error) {
      const latest = await manageApi.readRun(run.run).catch(() => null);
      const isOutdated = latest !== null && latest.version !== seen;
      if (isOutdated) {
        onKept(latest);
        setBase(latest);
        setFields(rebaseFields(fields, base, latest));
      }
      setState({ as: "failed", why: toSentence(error), isOutdated });
    }
  }

  return (
    <form onSubmit={save} className="flex max-w-xl flex-col gap-4 py-4">
      <TextField
        label="Title"
        value={fields.name}
        placeholder={run.run}
        onChange={(name) => set({ name })}
        note="Shown instead of the name in the address, wherever the run is."
      />
      <div>
        <TextField
          label="Project"
          value={fields.project}
          list={listId}
          onChange={(project) => set({ project })}
          note="The list filters by it. A new name makes a new project."
        />
        <datalist id={listId}>
          {projects.map((project) => (
            <option key={project} value={project} />
          ))}
        </datalist>
      </div>
      <TextField
        label="Tags"
        value={fields.tags}
        onChange={(tags) => set({ tags })}
        note="With commas between them. The list filters by them."
      />
      <div className="flex flex-col gap-1.5 text-sm">
        <label htmlFor={descriptionId} className="font-medium">
          Description
        </label>
        <textarea
          id={descriptionId}
          rows={4}
          maxLength={10_000}
          dir="auto"
          value={fields.description}
          onChange={(event) => set({ description: event.target.value })}
          className="rounded-md border border-control bg-transparent px-2.5 py-1.5"
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" kind="primary" disabled={state.as === "busy"}>
          {state.as === "busy" ? "Saving…" : "Save"}
        </Button>
        <span role="status" className="text-sm text-ink-2">
          {state.as === "kept" && "Saved."}
        </span>
      </div>
      {state.as === "failed" && (
        <div role="alert" className="flex flex-col items-start gap-2 text-sm">
          <p className="text-critical">{state.why}</p>
          {state.isOutdated && (
            <>
              <p className="text-ink-2">
                What you typed is still in its fields, the others show what stands there now. Save yours over it, or
                take all of it over.
              </p>
              <Button
                kind="plain"
                onClick={() => {
                  setFields(toFields(base));
                  setState({ as: "idle" });
                }}
              >
                Take over what stands there now
              </Button>
            </>
          )}
        </div>
      )}
    </form>
  );
}
