"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { sendJson } from "@/components/ui/send-json";
import { Switch } from "@/components/ui/switch";
import { readString } from "@/lib/view/json-value";
import { runHref } from "@/lib/view/run-links";

const modes = [
  { value: "all", label: "all at once" },
  { value: "live", label: "live" },
] as const;
type Mode = (typeof modes)[number]["value"];

const speeds = [
  { value: "10", label: "10×" },
  { value: "60", label: "60×" },
  { value: "600", label: "600×" },
] as const;
type Speed = (typeof speeds)[number]["value"];

interface DemoChoice {
  readonly mode: Mode;
  readonly speed: Speed;
  readonly failureFields: boolean;
}

/** @returns the run's name. @throws Error with a sentence for the reader. */
async function startDemo({ mode, speed, failureFields }: DemoChoice): Promise<string> {
  const asked = { scenario: "step-61", mode, speed: Number(speed), failure_fields: failureFields };
  const sending = await sendJson("POST", "/api/v1/demo", asked);
  if (sending.as === "unanswered") throw new Error("The server did not answer.");
  if (sending.as === "refused") throw new Error(sending.why);
  const run = readString(sending.json, "run");
  if (run === null) throw new Error("The server answered in an unknown form.");
  return run;
}

/** Loads the bundled reconstruction of the incident, the way the reader chooses, and goes there. */
export function DemoStarter() {
  const router = useRouter();
  const [choice, setChoice] = useState<DemoChoice>({ mode: "all", speed: "60", failureFields: true });
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: string | null }>({
    busy: false,
    error: null,
  });

  async function start() {
    setState({ busy: true, error: null });
    try {
      router.push(runHref(await startDemo(choice)));
    } catch (error) {
      const why = error instanceof Error ? error.message : "The server did not answer.";
      setState({ busy: false, error: `The reconstruction was not loaded. ${why} Try again.` });
    }
  }

  return (
    <div className="flex max-w-xl flex-col gap-3">
      <p className="text-ink-2">
        A <strong className="font-semibold text-ink">reconstruction, generated from published figures</strong>: 80 steps
        of 64 rollouts, of which steps 61–80 lose 1,172 of 1,280. No real run’s data is in it.
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        <span>Played</span>
        <Segmented
          label="How it is loaded"
          value={choice.mode}
          options={modes}
          onChange={(mode) => setChoice({ ...choice, mode })}
        />
        {choice.mode === "live" && (
          <Segmented
            label="How fast it is played"
            value={choice.speed}
            options={speeds}
            onChange={(speed) => setChoice({ ...choice, speed })}
          />
        )}
        <Switch
          label="with failure fields"
          checked={choice.failureFields}
          onChange={(failureFields) => setChoice({ ...choice, failureFields })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="primary" disabled={state.busy} onClick={start}>
          {state.busy ? "Loading…" : "Load the reconstruction"}
        </Button>
        <span role="status" className="text-sm text-critical">
          {state.error}
        </span>
      </div>
    </div>
  );
}
