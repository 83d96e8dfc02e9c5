"use client";

import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { FoldedText } from "@/components/ui/folded-text";
import { Name } from "@/components/ui/name";
import { SectionHeading } from "@/components/ui/section-heading";
import { listDropped, readConversation } from "@/lib/view/conversation";
import { formatBytes, formatNoun } from "@/lib/view/format";
import { parseJson } from "@/lib/view/json-value";
import { ConversationView } from "./conversation-view";
import { JsonViewer } from "./json-viewer";

/** A payload as the page carries it: the text that was kept. */
export function PayloadView({ payload }: { readonly payload: string }) {
  const value = useMemo(() => parseJson(payload), [payload]);
  return <PayloadParts value={value} text={payload} />;
}

interface PayloadPartsProps {
  /** Undefined where the text is no JSON. */
  readonly value: unknown;
  readonly text: string;
}

/** What is kept of the row as it was sent: the conversation, what was left out of it, and the JSON itself. */
export function PayloadParts({ value, text }: PayloadPartsProps) {
  const conversation = useMemo(() => readConversation(value), [value]);
  const dropped = useMemo(() => listDropped(value), [value]);
  return (
    <div className="flex flex-col gap-10">
      <ConversationView conversation={conversation} isWhole={dropped.length === 0} />
      {dropped.length > 0 && <DroppedParts dropped={dropped} />}
      <section>
        <SectionHeading remark={formatBytes(text.length)}>As it was kept</SectionHeading>
        {value === undefined ? (
          <div className="py-3">
            <p className="mb-2 text-ink-2">This is no JSON that can be read; here is the text.</p>
            <FoldedText text={text} mono />
          </div>
        ) : (
          <RawJson value={value} text={text} isOpen={conversation.turns.length === 0} />
        )}
      </section>
    </div>
  );
}

function RawJson({
  value,
  text,
  isOpen,
}: {
  readonly value: unknown;
  readonly text: string;
  readonly isOpen: boolean;
}) {
  const [open, setOpen] = useState(isOpen);
  if (open) return <JsonViewer value={value} text={text} />;
  return (
    <Button className="mt-3" onClick={() => setOpen(true)}>
      Show the raw JSON
    </Button>
  );
}

const droppedShown = 4;

function DroppedParts({ dropped }: { readonly dropped: readonly { readonly path: string; readonly why: string }[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? dropped : dropped.slice(0, droppedShown);
  return (
    <section>
      <SectionHeading remark={formatNoun(dropped.length, "place")}>Not kept</SectionHeading>
      <dl className="mt-2 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {shown.map(({ path, why }) => (
          <div key={path} className="contents">
            <dt>
              <Name text={path} limit={52} mono />
            </dt>
            <dd className="mb-1 text-ink-2 sm:mb-0">
              <bdi>{why}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {dropped.length > shown.length && (
        <button type="button" className="text-link mt-2 text-sm" onClick={() => setAll(true)}>
          Show all {dropped.length}
        </button>
      )}
    </section>
  );
}
