import type { PhrasePart } from "@/lib/view/phrase";
import { KindName } from "./kind-name";
import { Name } from "./name";

/** A sentence whose foreign words stay apart from ours: kinds in their colour, names isolated. */
export function Phrase({ parts }: { readonly parts: readonly PhrasePart[] }) {
  return parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity.
    return <Part key={index} {...part} />;
  });
}

function Part({ as, text }: PhrasePart) {
  if (as === "kind") return <KindName kind={text} />;
  if (as === "name") return <Name text={text} limit={48} className="font-medium text-ink" />;
  return <span className={as === "strong" ? "font-semibold text-ink" : undefined}>{text}</span>;
}
