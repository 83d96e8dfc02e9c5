import { visibleText } from "../format";

/** Text as it may stand in XML and HTML, in an element or an attribute; what can't be seen is made visible first. */
export function escapeXml(text: string): string {
  return visibleText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

type Attribute = string | number | null;

/** One element. An attribute of null is left out; content is markup already. */
export function element(name: string, attributes: Readonly<Record<string, Attribute>>, content = ""): string {
  const written = Object.entries(attributes)
    .flatMap(([key, value]) => (value === null ? [] : [` ${key}="${escapeXml(toWritten(value))}"`]))
    .join("");
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** Pixels to a tenth, which no eye sees and halves the text. */
function toWritten(value: string | number): string {
  return typeof value === "string" ? value : String(Math.round(value * 10) / 10);
}

export interface TextLook {
  readonly size?: number;
  readonly weight?: number;
  readonly fill?: string;
  readonly anchor?: "start" | "middle" | "end";
  readonly italic?: boolean;
}

/** One line of text, `y` being its middle. */
export function text(x: number, y: number, words: string, look: TextLook = {}): string {
  const { size = 11.5, weight = null, fill = "var(--ink-2)", anchor = null, italic = false } = look;
  return element(
    "text",
    {
      x,
      y: y + size * 0.35,
      "font-size": size,
      "font-weight": weight,
      "text-anchor": anchor,
      "font-style": italic ? "italic" : null,
      fill,
    },
    escapeXml(words),
  );
}

/** Cut so that it takes about as many pixels as it has. No font is at hand to measure with. */
export function fitText(words: string, pixels: number, size: number): string {
  const room = Math.max(1, Math.floor(pixels / (size * 0.54)));
  const letters = [...words];
  return letters.length <= room ? words : `${letters.slice(0, room - 1).join("")}…`;
}
