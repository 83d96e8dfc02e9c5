/** A message as chat systems show it. */
export interface ChatMessage {
  readonly title: string;
  readonly lines: readonly string[];
  /** Where it leads. */
  readonly link: { readonly url: string; readonly label: string };
  /** Small print. */
  readonly context: string | null;
}

interface SlackBlock {
  readonly type: "header" | "section" | "context";
  readonly text?: { readonly type: "plain_text" | "mrkdwn"; readonly text: string; readonly emoji?: false };
  readonly elements?: readonly { readonly type: "mrkdwn"; readonly text: string }[];
}

export interface SlackBody {
  /** All of it, for notifications and for Mattermost and Discord, which read no blocks. */
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
}

/** Slack's own limits: 150 characters of a header, 3,000 of a section; 2,000 of a message in Discord. */
const headerLimit = 150;
const sectionLimit = 2_900;
const textLimit = 1_900;
/** Longest address that a message still links to; a longer one would be cut in the middle. */
const linkLimit = 1_000;

function cut(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join("")}…`;
}

/** Text that can neither make a link nor call everyone: names of runs and kinds are anybody's. */
function quiet(text: string): string {
  return text.replaceAll("@", "@\u200b");
}

/** Slack's escapes of the three characters that mean something to it. */
function escapeSlack(text: string): string {
  return quiet(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Cuts first, so that no escape is cut in two; the room it takes is then at most what was asked for. */
function fitText(text: string, limit: number): string {
  let length = limit;
  let escaped = escapeSlack(cut(text, length));
  while (escaped.length > limit) {
    length = Math.floor(length * 0.8);
    escaped = escapeSlack(cut(text, length));
  }
  return escaped;
}

/** What Slack's incoming webhooks take, and with its `text` alone also Mattermost's and Discord's (`…/slack`). */
export function toSlackBody({ title, lines, link, context }: ChatMessage): SlackBody {
  const address = link.url.replaceAll("|", "%7C").replaceAll(">", "%3E");
  const leads =
    address.length > linkLimit ? "" : `<${escapeSlack(address).replaceAll("\u200b", "")}|${escapeSlack(link.label)}>`;
  const body = lines.join("\n");
  const room = textLimit - headerLimit - leads.length - 10;
  const text = [`*${fitText(title, headerLimit)}*`, fitText(body, room), leads]
    .filter((part) => part !== "")
    .join("\n");
  const section = [fitText(body, sectionLimit - leads.length), leads].filter((part) => part !== "").join("\n");
  return {
    text,
    blocks: [
      { type: "header", text: { type: "plain_text", text: cut(quiet(title), headerLimit), emoji: false } },
      { type: "section", text: { type: "mrkdwn", text: section } },
      ...(context === null
        ? []
        : [{ type: "context" as const, elements: [{ type: "mrkdwn" as const, text: fitText(context, 500) }] }]),
    ],
  };
}
