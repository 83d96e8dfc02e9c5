import Link from "next/link";
import { type EndLabel, placeLabels } from "@/lib/view/end-labels";
import { visibleText } from "@/lib/view/format";
import { labelLine, plotBottom, plotTop } from "./plot";

interface EndLabelListProps {
  readonly labels: readonly EndLabel[];
  readonly height: number;
  /** Where a label leads; null: nowhere. */
  readonly hrefOf: (id: string) => string | null;
}

/** Direct labels: at the right end of their marks where there is room, in a line below the chart where there is none. */
export function EndLabelList({ labels, height, hrefOf }: EndLabelListProps) {
  const inner = height - plotTop - plotBottom;
  const tops = placeLabels(
    labels.map((label) => label.at * inner),
    inner,
    labelLine,
  );
  return (
    <ul className="flex flex-wrap gap-x-3 ps-10 text-xs @min-[620px]/charts:contents">
      {labels.map((label, index) => (
        <li
          key={label.id}
          className="max-w-full min-w-0 @min-[620px]/charts:absolute @min-[620px]/charts:right-0 @min-[620px]/charts:w-[196px]"
          style={{ top: (tops[index] ?? 0) + plotTop - labelLine / 2, lineHeight: `${labelLine}px` }}
        >
          <LabelText label={label} href={hrefOf(label.id)} />
        </li>
      ))}
    </ul>
  );
}

function LabelText({ label, href }: { readonly label: EndLabel; readonly href: string | null }) {
  const name = visibleText(label.name);
  // Where there is no room for it, the detail wraps out of the one line that shows.
  const text = (
    <>
      <span className="flex max-w-full min-w-0 gap-x-1">
        {name !== "" && (
          <bdi className="truncate" title={name}>
            {name}
          </bdi>
        )}
        <span className="shrink-0">{label.value}</span>
      </span>
      {label.detail !== "" && <span className="font-normal text-ink-2">{label.detail}</span>}
    </>
  );
  const look = "flex h-4 min-w-0 flex-wrap gap-x-1 overflow-hidden font-semibold whitespace-nowrap";
  return href === null ? (
    <span className={look} style={{ color: label.colour }}>
      {text}
    </span>
  ) : (
    <Link href={href} prefetch={false} className={`quiet-link ${look}`} style={{ color: label.colour }}>
      {text}
    </Link>
  );
}
