import Link from "next/link";
import { KindName } from "@/components/ui/kind-name";
import { Time } from "@/components/ui/time";
import { incidentAnchor } from "@/lib/view/incident-links";
import type { Counted } from "@/lib/view/run-links";
import type { SentencePart } from "@/lib/view/sentence-parts";

export interface SentenceDoors {
  readonly hrefOf: (counted: Counted) => string;
  /** Where the run's eval rollouts, all of its steps, or all of its incidents, are shown. */
  readonly viewHrefs: Readonly<Record<NonNullable<SentencePart["leadsTo"]>, string>>;
  /** Opens an incident on this page. */
  readonly onIncident: (id: string) => void;
}

interface SentenceTextProps extends SentenceDoors {
  readonly parts: readonly SentencePart[];
}

const tones = {
  strong: "text-ink font-semibold",
  plain: "text-ink",
  kind: "text-ink",
  dim: "font-normal text-ink-2",
} as const;

/** Words made from data, each number a door to what it counts. */
export function SentenceText({ parts, ...doors }: SentenceTextProps) {
  return parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity.
    return <Part key={index} part={part} {...doors} />;
  });
}

function Part({ part, hrefOf, viewHrefs, onIncident }: SentenceDoors & { readonly part: SentencePart }) {
  const { counted, leadsTo, incident } = part;
  if (incident !== undefined) {
    return (
      <a
        href={`#${incidentAnchor(incident)}`}
        className="quiet-link"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onIncident(incident);
        }}
      >
        <Words part={part} />
      </a>
    );
  }
  const href = leadsTo !== undefined ? viewHrefs[leadsTo] : counted !== undefined ? hrefOf(counted) : null;
  if (href === null) return <Words part={part} />;
  if (href.startsWith("#")) {
    return (
      <a href={href} className="quiet-link">
        <Words part={part} />
      </a>
    );
  }
  return (
    <Link href={href} prefetch={false} className="quiet-link">
      <Words part={part} />
    </Link>
  );
}

function Words({ part }: { readonly part: SentencePart }) {
  if (part.tone === "kind") return <KindName kind={part.text} />;
  return (
    <span className={tones[part.tone]}>{part.at === undefined ? part.text : <Time at={part.at} as="minute" />}</span>
  );
}
