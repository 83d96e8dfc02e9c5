"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./button";
import { copyText } from "./copy-text";

/** Copies a text and says so. On an origin without a clipboard it says that it could not. */
export function CopyButton({ text, label = "Copy" }: { readonly text: string; readonly label?: string }) {
  const [outcome, setOutcome] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (outcome === "idle") return;
    const timer = setTimeout(() => setOutcome("idle"), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    setOutcome((await copyText(text)) ? "copied" : "failed");
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
