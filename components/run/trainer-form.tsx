"use client";

import { useState } from "react";
import { Popover } from "@/components/ui/popover";
import { Select } from "@/components/ui/select";
import type { RunSettings } from "@/lib/core/run";
import type { TrainerView } from "@/lib/core/trainer-view";
import { runHref } from "@/lib/view/run-links";
import { listTrainerChoices, nameTrainer, type TrainerChoice, toTrainerPatch, untold } from "@/lib/view/worlds-model";

interface TrainerFormProps {
  readonly run: string;
  readonly settings: RunSettings;
  readonly trainer: TrainerView;
}

/** The estimator that the panel assumes, and a way to say what the run's trainer does. */
export function TrainerForm({ run, settings, trainer }: TrainerFormProps) {
  const [failed, setFailed] = useState<string | null>(null);
  async function tell(name: TrainerChoice["name"], value: string) {
    setFailed(null);
    try {
      const response = await fetch(`/api/v1${runHref(run)}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(toTrainerPatch(name, value)),
      });
      // What was told comes back with the live stream, and the panel is drawn anew.
      if (!response.ok) setFailed(`The server refused it (${response.status}). Nothing was changed; try again.`);
    } catch {
      setFailed("The server did not answer. Nothing was changed; try again.");
    }
  }
  return (
    <Popover
      label={`What the trainer does: ${nameTrainer(trainer)}`}
      trigger={<span className="underline decoration-dotted underline-offset-4">{nameTrainer(trainer)}</span>}
      className="-me-2 h-6! text-xs!"
    >
      <p className="max-w-72 pb-2 text-ink-2">
        What this run’s trainer does with lost rollouts, and how it makes advantages. It changes what is shown, never a
        rollout.
      </p>
      <div className="-ms-2 flex flex-col items-start">
        {listTrainerChoices(settings).map(({ name, label, value, options }) => (
          <Select
            key={name}
            label={label}
            value={value}
            neutral={untold}
            options={options}
            onChange={(next) => tell(name, next)}
          />
        ))}
      </div>
      {failed !== null && (
        <p role="alert" className="max-w-72 pt-2 text-critical">
          {failed}
        </p>
      )}
    </Popover>
  );
}
