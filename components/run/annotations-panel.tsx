import { FoldedText } from "@/components/ui/folded-text";
import { SectionHeading } from "@/components/ui/section-heading";
import { Time } from "@/components/ui/time";
import type { Annotation } from "@/lib/core/annotation";
import { nameSteps } from "@/lib/view/chart-marks";

/** What people noted of the run, newest first: the whole text, which the charts have no room for. */
export function AnnotationsPanel({ annotations }: { readonly annotations: readonly Annotation[] }) {
  if (annotations.length === 0) return null;
  return (
    <section aria-label="Annotations">
      <SectionHeading remark={annotations.length}>Annotations</SectionHeading>
      <ul>
        {annotations.toReversed().map(({ id, text, step, toStep, kind, at, createdAt }) => (
          <li key={id} className="border-b border-hairline py-2 text-sm last:border-b-0">
            <FoldedText text={text} limit={300} />
            <span className="block text-xs text-ink-2">
              {step !== null && `${nameSteps({ from: step, to: toStep ?? step })} · `}
              {kind} · <Time at={at ?? createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
