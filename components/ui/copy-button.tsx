"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./button";

/** Copies a text and says so. On an origin without a clipboard it says that it could not. */
export function CopyButton({ text, label = "Copy" }: { readonly text: string; readonly label?: string }) {
  const [outcome, setOutcome] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (outcome === "idle") return;
    const timer = setTimeout(() => setOutcome("idle"), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    // `clipboard` is absent on plain http to another host, whatever its type says.
    const clipboard: Clipboard | undefined = navigator.clipboard;
    try {
      if (clipboard === undefined) throw new Error("This page may not use the clipboard.");
      await clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      setOutcome("failed");
    }
  }

  return (
    <span className="inline-flex items-center gap-1">
      <span role="status" className="text-xs text-ink-2">
        {outcome === "copied" && "Copied"}
        {outcome === "failed" && "Could not copy; select it instead"}
      </span>
      <IconButton label={label} onClick={copy}>
        {outcome === "copied" ? <Check size={14} aria-hidden /> : <Copy size={14} strokeWidth={1.75} aria-hidden />}
      </IconButton>
    </span>
  );
}
