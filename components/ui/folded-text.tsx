"use client";

import { useState } from "react";
import { formatCount, visibleText } from "@/lib/view/format";

const stepLength = 20_000;

interface FoldedTextProps {
  readonly text: string;
  readonly mono?: boolean;
  /** Characters shown at first. */
  readonly limit?: number;
}

/** Foreign text as text, never as markup; a long one begins folded and opens in stretches. */
export function FoldedText({ text, mono = false, limit = 900 }: FoldedTextProps) {
  const [shown, setShown] = useState(limit);
  const rest = text.length - shown;
  // A few characters more are shown rather than folded away.
  const isCut = rest > 200;
  return (
    <>
      <div
        dir="auto"
        className={`whitespace-pre-wrap wrap-anywhere ${mono ? "font-mono text-[0.8125rem] leading-5" : ""}`}
      >
        {visibleText(isCut ? text.slice(0, shown) : text)}
        {isCut && "…"}
      </div>
      {(isCut || shown > limit) && (
        <div className="mt-1 flex gap-3 text-sm">
          {isCut && (
            <button type="button" className="text-link" onClick={() => setShown(shown + stepLength)}>
              {rest <= stepLength
                ? `Show the other ${formatCount(rest)} characters`
                : `Show ${formatCount(stepLength)} of ${formatCount(rest)} more characters`}
            </button>
          )}
          {shown > limit && (
            <button type="button" className="text-link" onClick={() => setShown(limit)}>
              Fold
            </button>
          )}
        </div>
      )}
    </>
  );
}
