"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { useAct } from "@/components/ui/use-act";
import { emptyFields, toWebhookBody, type WebhookFields } from "@/lib/view/webhook-form";
import type { WireWebhook } from "@/lib/wire/webhook";
import { NewSecret } from "./new-secret";
import { settingsApi } from "./settings-api";
import { TextField } from "./text-field";

interface WebhookFormProps {
  /** The one that is edited; null: a new one. */
  readonly webhook: WireWebhook | null;
  /** It is kept on the server; a new secret may still be shown. */
  readonly onKept: () => Promise<void>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

const kinds = [
  { value: "generic", label: "JSON, signed" },
  { value: "slack", label: "Slack-compatible" },
] as const;

const severities = [
  { value: "minor", label: "minor" },
  { value: "major", label: "major" },
  { value: "critical", label: "critical" },
] as const;

function toFields(webhook: WireWebhook | null): WebhookFields {
  if (webhook === null) return emptyFields;
  const { name, kind, severity, runs, projects, tags } = webhook;
  return { name, kind, severity, url: "", runs: runs.join(", "), projects: projects.join(", "), tags: tags.join(", ") };
}

/** What is said of a receiver; a secret that was made for it is shown this once. */
export function WebhookForm({ webhook, onKept, onDone, onCancel }: WebhookFormProps) {
  const [fields, setFields] = useState(() => toFields(webhook));
  const { isBusy, error, act } = useAct();
  const [secret, setSecret] = useState<string | null>(null);
  const set = (change: Partial<WebhookFields>) => setFields((before) => ({ ...before, ...change }));

  function keep(more: Readonly<Record<string, unknown>> = {}) {
    return act(async () => {
      const kept = await settingsApi.keepWebhook(webhook?.webhook ?? null, { ...toWebhookBody(fields), ...more });
      await onKept();
      if (kept.new_secret === null) onDone();
      else setSecret(kept.new_secret);
    });
  }

  if (secret !== null) return <NewSecret secret={secret} onDone={onDone} />;
  return (
    <form
      aria-label={webhook === null ? "New webhook" : `Edit ${webhook.name}`}
      className="grid max-w-3xl gap-x-6 gap-y-4 py-4 sm:grid-cols-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void keep();
      }}
    >
      <TextField label="Name" value={fields.name} required autoFocus onChange={(name) => set({ name })} />
      <TextField
        label="Address"
        value={fields.url}
        required={webhook === null}
        type="url"
        placeholder={webhook?.url ?? "https://"}
        note={webhook === null ? "Kept on the server, and never shown whole again." : "Left empty, it stays as it is."}
        onChange={(url) => set({ url })}
      />
      <Choice label="Form">
        <span className="-ms-1.5">
          <Segmented label="Form" value={fields.kind} options={kinds} onChange={(kind) => set({ kind })} />
        </span>
        <span className="block text-xs text-ink-2">
          {fields.kind === "slack"
            ? "For Slack, Mattermost, and Discord with /slack behind the address."
            : "For a program of yours; the signature proves who sent it."}
        </span>
      </Choice>
      <Choice label="From which severity">
        <span className="-ms-1.5">
          <Segmented
            label="From which severity"
            value={fields.severity}
            options={severities}
            onChange={(severity) => set({ severity })}
          />
        </span>
      </Choice>
      <TextField
        label="Only these runs"
        value={fields.runs}
        placeholder="all"
        note="Names with commas between them; * stands for anything."
        onChange={(runs) => set({ runs })}
      />
      <TextField
        label="Only these projects"
        value={fields.projects}
        placeholder="all"
        onChange={(projects) => set({ projects })}
      />
      <TextField label="Only these tags" value={fields.tags} placeholder="all" onChange={(tags) => set({ tags })} />
      <div className="flex flex-wrap items-center gap-2 sm:col-span-2">
        <Button kind="primary" type="submit" disabled={isBusy}>
          {isBusy ? "Saving…" : webhook === null ? "Add it" : "Save"}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {webhook?.kind === "generic" && fields.kind === "generic" && (
          <Button kind="quiet" disabled={isBusy} onClick={() => keep({ secret: null })}>
            Save with a new secret
          </Button>
        )}
        {error !== null && (
          <p role="alert" className="text-sm text-critical">
            {error}
          </p>
        )}
      </div>
    </form>
  );
}

function Choice({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <span className="font-medium" aria-hidden>
        {label}
      </span>
      {children}
    </div>
  );
}
