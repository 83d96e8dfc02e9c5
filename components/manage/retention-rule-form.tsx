"use client";

import { type FormEvent, useId, useState } from "react";
import { TextField } from "@/components/settings/text-field";
import { Button } from "@/components/ui/button";
import { readMyName, signed } from "@/components/ui/my-name";
import { useAct } from "@/components/ui/use-act";
import { parseDays } from "@/lib/view/retention-words";
import type { WireRetentionRule } from "@/lib/wire/retention";
import { manageApi } from "./manage-api";

interface RetentionRuleFormProps {
  /** null: a new one. */
  readonly rule: WireRetentionRule | null;
  readonly projects: readonly string[];
  readonly onKept: () => Promise<void>;
  readonly onCancel: () => void;
}

const terms = [
  { name: "payload_days", label: "Text of rollouts, days", note: "Since a run was last heard of. Empty: kept." },
  {
    name: "rollout_days",
    label: "Rollouts, days",
    note: "Charts, incidents and counts stay. What comes late for these steps is refused.",
  },
  { name: "archived_days", label: "Archived runs, days", note: "Since they were archived; all of the run goes." },
] as const;

type Fields = Record<"project" | (typeof terms)[number]["name"], string>;

/** The terms of a rule, in days. */
export function RetentionRuleForm({ rule, projects, onKept, onCancel }: RetentionRuleFormProps) {
  const [fields, setFields] = useState<Fields>({
    project: rule?.project ?? "",
    payload_days: String(rule?.payload_days ?? ""),
    rollout_days: String(rule?.rollout_days ?? ""),
    archived_days: String(rule?.archived_days ?? ""),
  });
  const { isBusy, error, act } = useAct();
  const listId = useId();

  function save(event: FormEvent) {
    event.preventDefault();
    void act(async () => {
      const days = Object.fromEntries(terms.map(({ name, label }) => [name, parseDays(fields[name], label)]));
      const project = fields.project.trim() === "" ? null : fields.project.trim();
      await manageApi.keepRule({ project, ...days, version: rule?.version ?? null, ...signed(readMyName()) });
      await onKept();
    });
  }

  return (
    <form onSubmit={save} className="mt-4 flex max-w-3xl flex-col gap-4">
      {rule === null && (
        <div className="max-w-xl">
          <TextField
            label="Project"
            value={fields.project}
            list={listId}
            autoFocus
            onChange={(project) => setFields({ ...fields, project })}
            note="Empty: all runs whose project has no rule of its own."
          />
          <datalist id={listId}>
            {projects.map((project) => (
              <option key={project} value={project} />
            ))}
          </datalist>
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        {terms.map(({ name, label, note }) => (
          <TextField
            key={name}
            label={label}
            note={note}
            value={fields[name]}
            onChange={(value) => setFields({ ...fields, [name]: value })}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" disabled={isBusy}>
          {isBusy ? "Saving…" : "Save the rule"}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <p role="alert" className="text-sm text-critical empty:hidden">
        {error}
      </p>
    </form>
  );
}
