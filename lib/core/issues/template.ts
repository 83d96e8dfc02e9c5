import { toHeadline } from "./headline";
import { templateRules } from "./template-rules";

/** What stands for a reason that was not told, or is blank. */
export const noReason = "(no reason)";

/** The rules, one after the other, on one line of text. */
function applyRules(line: string): string {
  let text = line;
  for (const { pattern, replace } of templateRules) {
    text = text.replace(pattern, (match: string, kept: unknown) =>
      replace(match, typeof kept === "string" ? kept : undefined),
    );
  }
  return text;
}

/** A failure reason with holes for its variable parts, so that reasons with the same cause read the same. */
export function toTemplate(reason: string | null): string {
  const headline = reason === null ? "" : toHeadline(reason);
  return headline === "" ? noReason : applyRules(headline);
}

export interface TemplatePart {
  readonly text: string;
  readonly isHole: boolean;
}

/** A template in parts, for whoever marks its holes. */
export function splitTemplate(template: string): TemplatePart[] {
  return template
    .split(/(<(?:email|url|id|time|ip|pod|n|path|hex|duration|size|text)>)/u)
    .map((text, at) => ({ text, isHole: at % 2 === 1 }))
    .filter(({ text }) => text !== "");
}
