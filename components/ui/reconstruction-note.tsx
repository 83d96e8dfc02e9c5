import { reconstructionTag } from "@/lib/core/run";

/** Says that a run is the bundled reconstruction, on every page that shows it. */
export function ReconstructionNote({ tags }: { readonly tags: readonly string[] }) {
  if (!tags.includes(reconstructionTag)) return null;
  return (
    <span className="inline-block rounded-sm bg-accent-soft px-1.5 text-xs leading-5 font-medium text-accent">
      Reconstruction, generated from published figures
    </span>
  );
}
