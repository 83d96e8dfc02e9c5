import { parseSmoothing, type Smoothing, smoothingOptions } from "@/lib/view/smoothing";
import { Select } from "./select";

interface SmoothingSelectProps {
  readonly value: Smoothing;
  readonly onChange: (smoothing: Smoothing) => void;
}

/** Over how many points lines are smoothed. */
export function SmoothingSelect({ value, onChange }: SmoothingSelectProps) {
  return (
    <Select
      label="smoothing"
      value={String(value)}
      neutral="1"
      options={smoothingOptions}
      onChange={(chosen) => onChange(parseSmoothing(chosen))}
    />
  );
}
