import Link from "next/link";
import { KindName } from "@/components/ui/kind-name";
import type { Counted } from "@/lib/view/run-links";
import type { RunSentence, SentencePart } from "@/lib/view/sentence-parts";

interface RunSentenceProps {
  readonly sentence: RunSentence;
  readonly hrefOf: (counted: Counted) => string;
  /** Where the run's eval rollouts, or all of its steps, are shown. */
  readonly viewHrefs: Readonly<Record<NonNullable<SentencePart["leadsTo"]>, string>>;
}

const tones = {
  strong: "text-ink",
  plain: "text-ink",
  kind: "text-ink",
  dim: "font-normal text-ink-2",
} as const;

/** The answer, in a sentence, above everything. */
export function RunSentenceHeading({ sentence, hrefOf, viewHrefs }: RunSentenceProps) {
  return (
    <h1 className="max-w-[58rem] xl:min-h-[6.125rem] pt-5 pb-4 text-lg leading-[1.55rem] font-medium tracking-[-0.015em] text-balance sm:text-lead sm:leading-[1.9375rem] sm:text-wrap">
      {sentence.parts.map((part, index) => {
        const { counted, leadsTo } = part;
        const href = leadsTo !== undefined ? viewHrefs[leadsTo] : counted !== undefined ? hrefOf(counted) : null;
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity.
        if (href === null) return <Part key={index} part={part} />;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity.
          <Link key={index} href={href} prefetch={false} className="quiet-link">
            <Part part={part} />
          </Link>
        );
      })}
    </h1>
  );
}

function Part({ part }: { readonly part: SentencePart }) {
  if (part.tone === "kind") return <KindName kind={part.text} />;
  return <span className={`${tones[part.tone]} ${part.tone === "strong" ? "font-semibold" : ""}`}>{part.text}</span>;
}
