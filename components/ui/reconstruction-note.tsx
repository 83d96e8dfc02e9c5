import { reconstructionTag } from "@/lib/core/run";

interface ReconstructionNoteProps {
  readonly tags: readonly string[];
  /** One word where a line has room for no more; the rest is its title. */
  readonly short?: boolean;
}

const whole = "Reconstruction, generated from published figures";

/** Says that a run is the bundled reconstruction, on every page that shows it. */
export function ReconstructionNote({ tags, short = false }: ReconstructionNoteProps) {
  if (!tags.includes(reconstructionTag)) return null;
  return (
    <span
      title={short ? whole : undefined}
      className="inline-block rounded-sm bg-accent-soft px-1.5 text-xs leading-5 font-medium text-accent"
    >
      {short ? "reconstruction" : whole}
    </span>
  );
}
