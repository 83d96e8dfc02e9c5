import type { RunMark } from "@/lib/view/compare-marks";

/** The line that a run is drawn by, in little: colour and dash. */
export function LineMark({ mark }: { readonly mark: RunMark }) {
  return (
    <svg aria-hidden="true" width="26" height="8" className="shrink-0">
      <line x1="0" x2="26" y1="4" y2="4" stroke={mark.colour} strokeWidth="2.25" strokeDasharray={mark.dash} />
    </svg>
  );
}
