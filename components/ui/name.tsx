import { visibleText } from "@/lib/view/format";

interface NameProps {
  readonly text: string;
  /** Characters shown before it is cut in the middle; the title always has all of them. */
  readonly limit?: number;
  readonly mono?: boolean;
  readonly className?: string;
}

/** A name of the sender's choosing: any script and length, isolated from the text around it, cut with the whole in its title. */
export function Name({ text, limit = 60, mono = false, className = "" }: NameProps) {
  // A name is one line, whatever is in it.
  const shown = visibleText(text).replaceAll("\n", "␊").replaceAll("\t", "␉");
  const characters = [...shown];
  const cut = characters.length > limit;
  // Both ends tell names of one family apart better than the beginning alone.
  const head = Math.ceil((limit - 1) * 0.65);
  const label = cut
    ? `${characters.slice(0, head).join("")}…${characters.slice(characters.length - (limit - 1 - head)).join("")}`
    : shown;
  return (
    <bdi
      title={cut ? shown : undefined}
      className={`wrap-anywhere ${mono ? "font-mono text-[0.92em] tracking-normal" : ""} ${className}`}
    >
      {label}
    </bdi>
  );
}
