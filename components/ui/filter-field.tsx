"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { ListFilter } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { FilterVocabulary } from "@/lib/core/filter/fields";
import type { FilterFault } from "@/lib/core/filter/term";
import { type Completion, completeFilter, type FilterChoices } from "@/lib/view/filter-completion";
import { FilterFaultNote } from "./filter-fault-note";

/** What the field hears, before the library does. */
type Heard<Name extends "onKeyDown" | "onBlur"> = Parameters<NonNullable<Autocomplete.Input.Props[Name]>>[0];

interface FilterFieldProps {
  /** What it filters, for screen readers: `Filter rollouts`. */
  readonly label: string;
  readonly placeholder: string;
  readonly vocabulary: FilterVocabulary;
  readonly choices: FilterChoices;
  /** What the page is filtered by, as one filter. */
  readonly text: string;
  /** Where a filter can't be used here; null where it can. */
  readonly judge: (text: string) => FilterFault | null;
  /** How the page would write a filter: two that are written alike are the same. */
  readonly rewrite: (text: string) => string;
  readonly onFilter: (text: string) => void;
  /** A reader who stops typing for so long has said something, ms. */
  readonly pause?: number;
  readonly className?: string;
}

/**
 * One line in the filter language: it offers keys, then their values, and says where it can't be read. What is typed
 * holds after a pause, on Enter, or when the field is left.
 */
export function FilterField(props: FilterFieldProps) {
  const {
    label,
    placeholder,
    vocabulary,
    choices,
    text,
    judge,
    rewrite,
    onFilter,
    pause = 700,
    className = "",
  } = props;
  const [draft, setDraft] = useState(text);
  const [seen, setSeen] = useState(text);
  const [caret, setCaret] = useState(text.length);
  const [isOpen, setOpen] = useState(false);
  const [isSettled, setSettled] = useState(true);
  const highlighted = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const faultId = useId();

  // The page is filtered by something else than this field said: a menu, a link, the way back.
  if (seen !== text) {
    setSeen(text);
    if (rewrite(draft) !== text) {
      setDraft(text);
      setSettled(true);
    }
  }

  const fault = useMemo(() => judge(draft), [judge, draft]);
  const items = useMemo(() => completeFilter(draft, caret, vocabulary, choices), [draft, caret, vocabulary, choices]);

  const isListed = isOpen && items.length > 0;

  function settle() {
    setSettled(true);
    if (fault === null && rewrite(draft) !== text) onFilter(draft);
  }

  const latest = useRef(settle);
  useEffect(() => {
    latest.current = settle;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each character begins the pause anew.
  useEffect(() => {
    if (isSettled) return;
    const timer = setTimeout(() => latest.current(), pause);
    return () => clearTimeout(timer);
  }, [isSettled, draft, pause]);

  function type(value: string, at: number) {
    setDraft(value);
    setCaret(at);
    setSettled(false);
  }

  function onKeyDown(event: Heard<"onKeyDown">) {
    // What was typed stays.
    if (event.key === "Escape") setOpen(false);
    if (!isListed && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      event.preventBaseUIHandler();
      setOpen(true);
    }
    if (event.key !== "Enter" || (isListed && highlighted.current)) return;
    event.preventDefault();
    setOpen(false);
    settle();
  }

  function choose(item: Completion) {
    const field = input.current;
    if (field === null) return;
    // It is typed for the reader: of the list that follows, nothing is chosen yet.
    field.setRangeText(item.text, 0, field.value.length);
    field.setSelectionRange(item.caret, item.caret);
    field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
    setOpen(item.isKey);
  }

  function leave(event: Heard<"onBlur">) {
    // What was highlighted is forgotten with the list.
    event.preventBaseUIHandler();
    setOpen(false);
    settle();
  }

  const shownFault = isSettled ? fault : null;
  // An address may hold a filter that can't be read: then nothing is shown by it, which the page says itself.
  const held = shownFault !== null && judge(text) === null ? text : null;
  return (
    <div className={`relative min-w-0 ${className}`}>
      {/* The list lies below the field itself: a popup of the library's would hide the page from screen readers. */}
      <Autocomplete.Root
        inline
        open
        items={items}
        filter={null}
        mode="none"
        value={draft}
        itemToStringValue={(item) => item.text}
        onItemHighlighted={(item) => {
          highlighted.current = item !== undefined;
        }}
        onValueChange={(value, { reason }) => {
          if (reason === "item-press" || reason === "escape-key") return;
          type(value, input.current?.selectionStart ?? value.length);
          setOpen(true);
        }}
      >
        <div className="relative flex h-8 items-center">
          <ListFilter
            size={14}
            strokeWidth={1.75}
            aria-hidden
            className="pointer-events-none absolute start-2 text-ink-3"
          />
          <Autocomplete.Input
            ref={input}
            aria-label={label}
            aria-invalid={shownFault !== null}
            aria-expanded={isListed}
            aria-describedby={shownFault === null ? undefined : faultId}
            data-filter-field=""
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="auto"
            maxLength={2_000}
            onKeyDown={onKeyDown}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? draft.length)}
            onClick={() => setOpen(true)}
            onBlur={leave}
            className={`h-full w-full rounded-md border bg-transparent ps-7 pe-2 font-mono text-[0.75rem] tracking-normal placeholder:font-sans placeholder:text-sm placeholder:text-ink-3 ${shownFault === null ? "border-hairline-strong" : "border-critical"}`}
          />
        </div>
        {isListed && (
          <div className="absolute start-0 top-full z-30 mt-1 w-[min(26rem,calc(100vw-2rem))] rounded-lg border border-hairline bg-raised shadow-(--shadow)">
            <Autocomplete.List
              aria-label="Completions"
              className="max-h-[min(22rem,50dvh)] overflow-y-auto overscroll-contain p-1 outline-hidden"
            >
              {(item: Completion) => (
                <Autocomplete.Item
                  key={`${item.isKey} ${item.label}`}
                  value={item}
                  onClick={() => choose(item)}
                  className="flex cursor-default items-baseline justify-between gap-4 rounded px-2 py-1 text-sm outline-hidden select-none data-highlighted:bg-accent-soft"
                >
                  <bdi className="max-w-[75%] shrink-0 truncate font-mono text-[0.75rem]">{item.label}</bdi>
                  <span className="min-w-0 truncate text-xs text-ink-2">{item.what}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </div>
        )}
      </Autocomplete.Root>
      <div id={faultId} role="status">
        {shownFault !== null && <FilterFaultNote text={draft} fault={shownFault} held={held} />}
      </div>
    </div>
  );
}
