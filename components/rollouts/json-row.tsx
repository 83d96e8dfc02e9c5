import { visibleText } from "@/lib/view/format";
import type { JsonLine } from "@/lib/view/json-lines";

interface JsonRowProps {
  readonly line: JsonLine;
  readonly isCurrent: boolean;
  readonly onToggle: () => void;
}

const tone: Readonly<Record<JsonLine["kind"], string>> = {
  open: "text-ink-2",
  close: "text-ink-2",
  folded: "text-ink-2",
  string: "text-ink",
  scalar: "text-accent",
  more: "text-accent",
};

/** One line of JSON; one that folds is a button. */
export function JsonRow({ line, isCurrent, onToggle }: JsonRowProps) {
  const content = (
    <>
      {line.name !== null && <span className="text-ink-2">{visibleText(line.name)}: </span>}
      <span className={tone[line.kind]}>{visibleText(line.text)}</span>
    </>
  );
  const style = { paddingInlineStart: `${Math.min(line.depth, 24) * 0.875 + 0.75}rem` };
  const look = `block w-full pe-3 text-start whitespace-pre-wrap wrap-anywhere ${isCurrent ? "bg-accent-soft" : ""}`;
  if (!line.foldable) {
    return (
      <div className={look} style={style}>
        {content}
      </div>
    );
  }
  return (
    <button
      type="button"
      aria-expanded={line.kind === "more" ? undefined : line.kind === "open"}
      className={`${look} hover:bg-hairline focus-visible:-outline-offset-2`}
      style={style}
      onClick={onToggle}
    >
      {content}
    </button>
  );
}
