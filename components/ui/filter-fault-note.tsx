import type { FilterFault } from "@/lib/core/filter/term";

/** How much of a long filter is shown before and behind the part in question. */
const around = 40;

/** A filter with the part that can't be read underlined, and what was expected there. */
export function FilterFaultNote({ text, fault }: { readonly text: string; readonly fault: FilterFault }) {
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
    </div>
  );
}
