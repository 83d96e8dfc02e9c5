"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SectionHeading } from "@/components/ui/section-heading";
import type { Conversation } from "@/lib/view/conversation";
import { formatCount, formatNoun } from "@/lib/view/format";
import { ConversationTurn } from "./conversation-turn";

/** Turns drawn at first: more are a press away, so that a long rollout opens at once. */
const turnPage = 60;

interface ConversationViewProps {
  readonly conversation: Conversation;
  /** Whether everything that was sent was kept. */
  readonly isWhole: boolean;
}

/** The conversation as turns. One that ends without an answer says so, because that is often the whole story. */
export function ConversationView({ conversation, isWhole }: ConversationViewProps) {
  const { turns, source } = conversation;
  const [shown, setShown] = useState(turnPage);
  const rest = turns.length - shown;
  const isAnswered = turns.some(({ role }) => role === "assistant");
  return (
    <section>
      <SectionHeading remark={source === null ? undefined : formatNoun(turns.length, "message")}>
        Conversation
      </SectionHeading>
      {turns.length === 0 ? (
        <p className="py-3 text-ink-2">
          No conversation of a known shape is in what was kept; the row as it was kept is below.
        </p>
      ) : (
        <ol>
          {turns.slice(0, shown).map((turn, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are told apart by their place only.
            <ConversationTurn key={index} turn={turn} number={index + 1} />
          ))}
        </ol>
      )}
      {rest > 0 && (
        <Button className="mt-3" onClick={() => setShown(shown + turnPage * 4)}>
          Show {formatCount(Math.min(rest, turnPage * 4))} of {formatCount(rest)} more messages
        </Button>
      )}
      {turns.length > 0 && rest <= 0 && !isAnswered && (
        <p className="py-3 text-ink-2">
          {isWhole ? "The conversation ends here: there is no answer." : "No answer is in what was kept."}
        </p>
      )}
    </section>
  );
}
