import { splitTemplate } from "@/lib/core/issues/template";
import { visibleText } from "@/lib/view/format";
import { textDirection } from "@/lib/view/text-direction";

/** A failure reason with its holes marked: what stands there varies. */
export function TemplateText({ template, limit = 400 }: { readonly template: string; readonly limit?: number }) {
  const parts = splitTemplate(template.length > limit ? `${template.slice(0, limit)}…` : template);
  return (
    <bdi
      dir={textDirection(template)}
      className="wrap-anywhere font-mono text-[0.92em] tracking-normal"
      title={template.length > limit ? template : undefined}
    >
      {parts.map(({ text, isHole }, index) =>
        isHole ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one template have no other identity.
          <bdi key={index} className="rounded-sm bg-accent-soft px-0.5 text-accent" title="This part varies">
            {text}
          </bdi>
        ) : (
          visibleText(text)
        ),
      )}
    </bdi>
  );
}
