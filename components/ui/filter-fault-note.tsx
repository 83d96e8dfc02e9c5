import type { FilterFault } from "@/lib/core/filter/term";

/** How much of a long filter is shown before and behind the part in question. */
const around = 40;

interface FilterFaultNoteProps {
  readonly text: string;
  readonly fault: FilterFault;
  /** The filter that the page goes on showing by; null: by none, as it says itself. */
  readonly held: string | null;
}

/** A filter with the part that can't be read underlined, what was expected there, and what holds until it can be read. */
export function FilterFaultNote({ text, fault, held }: FilterFaultNoteProps) {
  const { from, to } = fault.span;
  const before = text.slice(Math.max(0, from - around), from);
  const behind = text.slice(to, to + around);
  return (
    <div className="mt-1.5 max-w-2xl text-sm text-critical">
      <p className="font-mono text-[0.75rem] wrap-anywhere whitespace-pre-wrap text-ink-2">
        <bdi>
          {from > around && "…"}
          {before}
          <mark className="bg-critical-soft text-critical underline decoration-critical decoration-wavy decoration-1 underline-offset-4">
            {text.slice(from, to)}
          </mark>
          {behind}
          {text.length > to + around && "…"}
        </bdi>
      </p>
      <p className="mt-1">{fault.message}</p>
      {held !== null && (
        <p className="mt-1 text-ink-2">
          Until then it does not hold:{" "}
          {held === "" ? (
            "what is shown is not filtered."
          ) : (
            <>
              what is shown is still filtered by <bdi className="font-mono text-[0.75rem] wrap-anywhere">{held}</bdi>
            </>
          )}
        </p>
      )}
    </div>
  );
}
