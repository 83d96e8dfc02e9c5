import type { ChartMark } from "@/lib/view/chart-marks";

interface MarkLinesProps {
  readonly marks: readonly ChartMark[];
  readonly domain: readonly [number, number];
}

const looks = { segment: "border-ink-3", annotation: "border-current text-accent" } as const;

/** Starts of segments and annotations, as vertical lines through a chart; a range of steps between two of them, dotted. */
export function MarkLines({ marks, domain }: MarkLinesProps) {
  const place = (x: number) => Math.max(0, Math.min(1, (x - domain[0]) / (domain[1] - domain[0])));
  return (
    <div aria-hidden className="pointer-events-none absolute inset-y-0 left-(--plot-left) right-(--plot-right)">
      {marks.map((mark) => {
        const at = place(mark.x);
        const width = mark.xEnd === null ? 0 : place(mark.xEnd) - at;
        return (
          <div
            key={mark.id}
            data-mark={mark.kind}
            className={`absolute inset-y-0 border-l ${looks[mark.kind]} ${width > 0 ? "annotated-range border-r" : mark.kind === "annotation" ? "border-dashed" : ""}`}
            style={{ left: `${at * 100}%`, width: `${width * 100}%`, color: mark.colour }}
          />
        );
      })}
    </div>
  );
}
