import { drawSparkline, type SparkPoint } from "@/lib/view/sparkline";

const width = 104;
const height = 22;

interface SparkProps {
  readonly points: readonly SparkPoint[];
  readonly low: number;
  readonly high: number;
  readonly as: "line" | "area";
  readonly colour: string;
}

/** A sparkline. It has no words: the number beside it says where it ends. */
export function Spark({ points, low, high, as, colour }: SparkProps) {
  const inset = 2;
  const drawn = drawSparkline(points, { width, height: height - 2 * inset, low, high, room: 20 });
  return (
    <svg aria-hidden="true" width={width} height={height} viewBox={`0 ${-inset} ${width} ${height}`} className="block">
      <path d={`M0 ${height - 2 * inset}H${width}`} stroke="var(--hairline)" />
      {as === "area" ? (
        <path d={drawn.area} fill={colour} opacity="0.85" />
      ) : (
        <>
          <path d={drawn.line} fill="none" stroke={colour} strokeWidth="1.25" strokeLinejoin="round" />
          {drawn.dots.map(({ x, y }) => (
            <circle key={x} cx={x} cy={y} r="1.4" fill={colour} />
          ))}
        </>
      )}
    </svg>
  );
}
