"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { SearchField } from "@/components/ui/search-field";
import { formatCount } from "@/lib/view/format";
import {
  findInJson,
  type JsonFolds,
  listJsonLines,
  matchLimit,
  noFolds,
  revealPath,
  toggleLine,
  toPointer,
} from "@/lib/view/json-lines";
import { JsonRow } from "./json-row";

const lineHeight = 24;

interface JsonViewerProps {
  readonly value: unknown;
  /** The text as it was kept: what is copied. */
  readonly text: string;
}

/** JSON of any size: folded, searched, copied. Only the lines in view are drawn. */
export function JsonViewer({ value, text }: JsonViewerProps) {
  const [folds, setFolds] = useState<JsonFolds>(noFolds);
  const [words, setWords] = useState("");
  const [place, setPlace] = useState(0);
  const sought = useDeferredValue(words.trim());
  const matches = useMemo(() => findInJson(value, sought), [value, sought]);
  const current = matches[place];
  // What is found is opened while it is looked for; what the reader opened stays as it was.
  const lines = useMemo(
    () => listJsonLines(value, current === undefined ? folds : revealPath(current, folds)),
    [value, folds, current],
  );
  const currentPointer = current === undefined ? null : toPointer(current);
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 20,
    initialRect: { width: 800, height: 400 },
  });

  const shownIndex = currentPointer === null ? -1 : lines.findIndex((line) => line.pointer === currentPointer);
  useEffect(() => {
    if (shownIndex >= 0) virtualizer.scrollToIndex(shownIndex, { align: "center" });
  }, [shownIndex, virtualizer]);

  const step = (by: number) => setPlace((place + by + matches.length) % Math.max(1, matches.length));

  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 py-2">
        <SearchField
          label="Search the raw JSON"
          placeholder="Search keys and values"
          value={words}
          onChange={(next) => {
            setWords(next);
            setPlace(0);
          }}
          onEnter={() => step(1)}
          className="w-full sm:w-64"
        />
        {sought !== "" && (
          <>
            <span role="status" className="text-sm text-ink-2">
              {describePlace(place, matches.length, currentPointer !== null)}
            </span>
            <Button kind="quiet" disabled={matches.length < 2} onClick={() => step(-1)}>
              Previous
            </Button>
            <Button kind="quiet" disabled={matches.length < 2} onClick={() => step(1)}>
              Next
            </Button>
          </>
        )}
        <span className="ms-auto">
          <CopyButton text={text} label="Copy the raw JSON" />
        </span>
      </div>
      <ScrollRegion
        ref={scroller}
        label="Raw JSON"
        className="max-h-[70vh] overflow-auto rounded-md bg-sunken py-2 font-mono text-xs leading-6"
      >
        <div style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
          {virtualizer.getVirtualItems().map((item) => {
            const line = lines[item.index];
            if (line === undefined) return null;
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <JsonRow
                  line={line}
                  isCurrent={sought !== "" && line.pointer === currentPointer && line.kind !== "close"}
                  onToggle={() => setFolds(toggleLine(line, folds))}
                />
              </div>
            );
          })}
        </div>
      </ScrollRegion>
    </div>
  );
}

function describePlace(place: number, count: number, isThere: boolean): string {
  if (count === 0 || !isThere) return "Nothing found";
  const total = count >= matchLimit ? `the first ${formatCount(matchLimit)}` : formatCount(count);
  return `${formatCount(place + 1)} of ${total}`;
}
