"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SectionHeading } from "@/components/ui/section-heading";
import { formatBytes } from "@/lib/view/format";
import { readKey } from "@/lib/view/json-value";
import { PayloadParts } from "./payload-view";

type Loading =
  | { readonly state: "idle" | "loading" | "failed" }
  | { readonly state: "there"; readonly value: unknown; readonly text: string };

interface LargePayloadProps {
  readonly rolloutKey: number;
  readonly size: number;
}

/** A payload of megabytes is not part of the page: it comes when it is asked for. */
export function LargePayload({ rolloutKey, size }: LargePayloadProps) {
  const [loading, setLoading] = useState<Loading>({ state: "idle" });

  async function load() {
    setLoading({ state: "loading" });
    try {
      const response = await fetch(`/api/v1/rollouts/${rolloutKey}`, { headers: { accept: "application/json" } });
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      const json: unknown = await response.json();
      const value = readKey(json, "payload");
      setLoading({ state: "there", value, text: JSON.stringify(value) ?? "" });
    } catch {
      setLoading({ state: "failed" });
    }
  }

  if (loading.state === "there") return <PayloadParts value={loading.value} text={loading.text} />;
  return (
    <section>
      <SectionHeading remark={formatBytes(size)}>Conversation</SectionHeading>
      <div className="flex flex-wrap items-center gap-3 py-3 text-ink-2">
        <p>What was kept of this rollout is large, so it is not loaded until you ask.</p>
        <Button disabled={loading.state === "loading"} onClick={load}>
          {loading.state === "loading" ? "Loading…" : `Load ${formatBytes(size)}`}
        </Button>
        {loading.state === "failed" && (
          <p role="status" className="text-critical">
            It did not come: the server could not be reached or refused. Try again.
          </p>
        )}
      </div>
    </section>
  );
}
