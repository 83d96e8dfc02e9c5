import type { ChartMark } from "@/lib/view/chart-marks";
import { visibleText } from "@/lib/view/format";

interface MarkLinesProps {
  readonly marks: readonly ChartMark[];
  readonly domain: readonly [number, number];
  /** Labels stand in one chart only. */
  readonly labelled: boolean;
  /** Pixels from the top that other labels take. */
  readonly below: number;
}

/** Share of the axis that a label needs to itself. */
const labelRoom = 0.14;

/** Starts of segments and annotations, as vertical lines through a chart; a range of steps as a band. */
export function MarkLines({ marks, domain, labelled, below }: MarkLinesProps) {
  let free = Number.NEGATIVE_INFINITY;
  return (
    <div className="pointer-events-none absolute inset-y-0 left-(--plot-left) right-(--plot-right)">
      {[...marks]
        .sort((a, b) => a.x - b.x)
        .map((mark) => {
          const place = (x: number) => Math.max(0, Math.min(1, (x - domain[0]) / (domain[1] - domain[0])));
          const at = place(mark.x);
          const width = mark.xEnd === null ? 0 : place(mark.xEnd) - at;
          const showsLabel = labelled && at >= free;
          if (showsLabel) free = at + labelRoom;
          const text = visibleText(mark.label);
          return (
            <div
              key={mark.id}
              className={`absolute inset-y-0 border-l ${mark.kind === "segment" ? "border-ink-3" : "border-dashed border-accent"} ${width > 0 ? "border-r bg-accent/10" : ""}`}
              style={{ left: `${at * 100}%`, width: `${width * 100}%` }}
            >
              {showsLabel && (
                <bdi
                  title={text}
                  style={{ top: below }}
                  className={`pointer-events-auto absolute block max-w-28 truncate bg-paper/80 px-1 text-[11px] leading-4 text-ink-2 ${at > 0.8 ? "right-0" : "left-0"}`}
                >
                  {text}
                </bdi>
              )}
            </div>
          );
        })}
    </div>
  );
}
