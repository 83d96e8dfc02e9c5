import { FoldedText } from "@/components/ui/folded-text";
import { Name } from "@/components/ui/name";
import type { Turn, TurnPart } from "@/lib/view/conversation";

/** One turn: who, and what was said or called. */
export function ConversationTurn({ turn, number }: { readonly turn: Turn; readonly number: number }) {
  return (
    <li className="grid gap-x-5 gap-y-1 border-b border-hairline py-3 [contain-intrinsic-size:auto_6rem] [content-visibility:auto] sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      <div className="flex items-baseline gap-2 text-sm text-ink-2">
        <span className="w-5 text-end text-xs text-ink-3">{number}</span>
        <span className={turn.role === "assistant" ? "font-semibold text-ink" : ""}>
          <Name text={turn.role} limit={16} />
        </span>
      </div>
      <div className="flex min-w-0 flex-col gap-2.5">
        {turn.parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a payload does not change while it is read.
          <ConversationPart key={index} part={part} />
        ))}
      </div>
    </li>
  );
}

function ConversationPart({ part }: { readonly part: TurnPart }) {
  if (part.text === "" && part.kind !== "call") return <p className="text-ink-3 italic">empty</p>;
  if (part.kind === "text") return <FoldedText text={part.text} />;
  if (part.kind === "reasoning") {
    return (
      <Aside label="reasoning">
        <div className="text-ink-2">
          <FoldedText text={part.text} />
        </div>
      </Aside>
    );
  }
  if (part.kind === "call") {
    return (
      <Aside label="calls" name={part.name ?? "a tool"} id={part.callId}>
        {part.text !== "" && <FoldedText text={part.text} mono />}
      </Aside>
    );
  }
  if (part.kind === "result") {
    return (
      <Aside label="answers" name={part.name} id={part.callId}>
        <FoldedText text={part.text} mono />
      </Aside>
    );
  }
  return (
    <Aside label="other" name={part.name}>
      <FoldedText text={part.text} mono />
    </Aside>
  );
}

interface AsideProps {
  readonly label: string;
  readonly name?: string | null;
  readonly id?: string | null;
  readonly children: React.ReactNode;
}

/** What is not said but thought, called or answered stands behind a hairline. */
function Aside({ label, name = null, id = null, children }: AsideProps) {
  return (
    <div className="border-s-2 border-hairline-strong ps-3">
      <div className="flex flex-wrap items-baseline gap-x-2 text-xs text-ink-2">
        <span>{label}</span>
        {name !== null && <Name text={name} limit={48} mono className="text-sm font-medium text-ink" />}
        {id !== null && <Name text={id} limit={24} mono className="text-ink-3" />}
      </div>
      {children}
    </div>
  );
}
