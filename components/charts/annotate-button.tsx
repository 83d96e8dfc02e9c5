import { PencilLine } from "lucide-react";
import { IconButton } from "@/components/ui/button";

interface AnnotateButtonProps {
  /** Whether the next click or drag on a chart annotates. */
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** The pencil: with it a click on the charts, or a drag across them, annotates. */
export function AnnotateButton({ isOn, onChange }: AnnotateButtonProps) {
  return (
    <IconButton
      label={isOn ? "Stop annotating" : "Annotate: then click a chart, or drag across it"}
      data-no-picture
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className="!size-6 !rounded aria-pressed:bg-accent-soft aria-pressed:text-accent"
    >
      <PencilLine aria-hidden className="size-3.5" />
    </IconButton>
  );
}
