/**
 * What is drawn on a page, as one SVG of its own: plots as they are, and the HTML over them (labels, lines, shades) as
 * shapes and text. Libraries that do this wrap HTML in a foreignObject, which only browsers draw; this one is of plain SVG.
 */

const svgNamespace = "http://www.w3.org/2000/svg";

/** What of a plot's look comes from style sheets, variables or its parents. */
const drawnProperties = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
] as const;

/** Not characters of XML, in any form. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A part of a page, and how far it is moved on its way into the picture. */
export interface PicturePart {
  readonly element: Element;
  readonly moveX: number;
  readonly moveY: number;
}

export class Picture {
  readonly #svg: SVGSVGElement;
  readonly #defs: SVGDefsElement;
  #ids = 0;

  constructor(width: number, height: number, background: string) {
    this.#svg = document.createElementNS(svgNamespace, "svg");
    this.#svg.setAttribute("width", String(width));
    this.#svg.setAttribute("height", String(height));
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#defs = document.createElementNS(svgNamespace, "defs");
    this.#svg.append(this.#defs);
    this.#add(this.#svg, "rect", { width, height, fill: background });
  }

  describe(title: string, description: string): void {
    for (const [name, text] of [
      ["desc", description],
      ["title", title],
    ] as const) {
      const element = document.createElementNS(svgNamespace, name);
      element.textContent = text.replace(unwritable, "\uFFFD");
      this.#svg.prepend(element);
    }
  }

  /** Draws a part of the page as it looks now. What is marked `data-no-picture`, or can't be seen, is left out. */
  draw({ element, moveX, moveY }: PicturePart): void {
    this.#visit(element, this.#svg, moveX, moveY);
  }

  write(text: string, x: number, y: number, look: Readonly<Record<string, string | number>>): void {
    this.#add(this.#svg, "text", { x, y, ...look }).textContent = text.replace(unwritable, "\uFFFD");
  }

  toText(): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(this.#svg)}\n`;
  }

  #add(parent: Element, name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
    const element = document.createElementNS(svgNamespace, name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
    parent.append(element);
    return element;
  }

  #visit(element: Element, parent: Element, moveX: number, moveY: number): void {
    const style = getComputedStyle(element);
    if (element.hasAttribute("data-no-picture") || style.display === "none" || Number(style.opacity) === 0) return;
    const box = element.getBoundingClientRect();
    // What is said to screen readers only is a pixel wide.
    if (style.display !== "contents" && box.width <= 1 && box.height <= 1) return;
    if (element instanceof SVGSVGElement) {
      if (style.visibility !== "hidden") this.#copyPlot(element, parent, box.x + moveX, box.y + moveY);
      return;
    }
    let into = parent;
    if (Number(style.opacity) < 1) into = this.#add(parent, "g", { opacity: style.opacity });
    if (style.visibility !== "hidden") this.#drawBox(element, style, box, into, moveX, moveY);
    if (style.overflowX !== "visible" && style.display !== "contents") {
      into = this.#clip(into, box, moveX, moveY);
    }
    for (const child of element.childNodes) {
      if (child instanceof Element) this.#visit(child, into, moveX, moveY);
      else if (child instanceof Text && style.visibility !== "hidden") this.#drawText(child, style, into, moveX, moveY);
    }
  }

  #clip(parent: Element, box: DOMRect, moveX: number, moveY: number): Element {
    const id = this.#nextId();
    const clip = this.#add(this.#defs, "clipPath", { id });
    this.#add(clip, "rect", { x: box.x + moveX, y: box.y + moveY, width: box.width, height: box.height });
    return this.#add(parent, "g", { "clip-path": `url(#${id})` });
  }

  #nextId(): string {
    this.#ids += 1;
    return `picture-${this.#ids}`;
  }

  #copyPlot(plot: SVGSVGElement, parent: Element, x: number, y: number): void {
    const copy = plot.cloneNode(true);
    if (!(copy instanceof SVGSVGElement)) return;
    const [from, to] = [
      [plot, ...plot.querySelectorAll("*")],
      [copy, ...copy.querySelectorAll("*")],
    ];
    from.forEach((original, index) => {
      const drawn = to[index];
      if (drawn === undefined) return;
      const style = getComputedStyle(original);
      for (const name of drawnProperties) {
        const value = style.getPropertyValue(name);
        // A reference to a pattern stays as it was written: its computed form names this page.
        const isReference = value.includes("url(");
        if (value !== "" && !isReference) drawn.setAttribute(name, value);
      }
      for (const name of ["class", "style", "tabindex", "role"]) drawn.removeAttribute(name);
      for (const { name } of [...drawn.attributes]) if (/^(?:data|aria)-/.test(name)) drawn.removeAttribute(name);
    });
    const box = plot.getBoundingClientRect();
    for (const [name, value] of Object.entries({ x, y, width: box.width, height: box.height })) {
      copy.setAttribute(name, String(value));
    }
    parent.append(copy);
  }

  #drawBox(element: Element, style: CSSStyleDeclaration, box: DOMRect, parent: Element, moveX: number, moveY: number) {
    const [x, y] = [box.x + moveX, box.y + moveY];
    const { width, height } = box;
    const pattern = this.#patternOf(element, style);
    const fill = pattern ?? style.backgroundColor;
    if (width > 0 && height > 0 && (pattern !== null || !isClear(fill))) {
      this.#add(parent, "rect", { x, y, width, height, rx: Number.parseFloat(style.borderTopLeftRadius) || 0, fill });
    }
    const edges = [
      ["top", x, y, x + width, y],
      ["right", x + width, y, x + width, y + height],
      ["bottom", x, y + height, x + width, y + height],
      ["left", x, y, x, y + height],
    ] as const;
    for (const [side, x1, y1, x2, y2] of edges) {
      const thickness = Number.parseFloat(style.getPropertyValue(`border-${side}-width`));
      const kind = style.getPropertyValue(`border-${side}-style`);
      const stroke = style.getPropertyValue(`border-${side}-color`);
      if (!(thickness > 0) || kind === "none" || isClear(stroke)) continue;
      // A border lies within its box, a stroke on both sides of its line.
      const inner = thickness / 2;
      const dx = side === "left" ? inner : side === "right" ? -inner : 0;
      const dy = side === "top" ? inner : side === "bottom" ? -inner : 0;
      const dash = kind === "dashed" ? "3 2" : kind === "dotted" ? "1 2" : "none";
      const line = { x1: x1 + dx, y1: y1 + dy, x2: x2 + dx, y2: y2 + dy };
      this.#add(parent, "line", { ...line, stroke, "stroke-width": thickness, "stroke-dasharray": dash });
    }
  }

  /** Backgrounds that style sheets make of gradients, as patterns: app/globals.css has the same. */
  #patternOf(element: Element, style: CSSStyleDeclaration): string | null {
    const tone = style.borderLeftColor;
    if (element.classList.contains("annotated-range")) {
      const id = this.#nextId();
      const dots = this.#add(this.#defs, "pattern", { id, width: 8, height: 8, patternUnits: "userSpaceOnUse" });
      this.#add(dots, "circle", { cx: 4, cy: 5, r: 1.1, fill: tone, "fill-opacity": 0.38 });
      return `url(#${id})`;
    }
    if (element.classList.contains("incident-shade-faint")) {
      const id = this.#nextId();
      const turned = { patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
      const stripes = this.#add(this.#defs, "pattern", { id, width: 8, height: 8, ...turned });
      this.#add(stripes, "rect", { width: 2, height: 8, fill: tone, "fill-opacity": 0.14 });
      return `url(#${id})`;
    }
    return null;
  }

  /** Each line of a text where the page has it, as wide as there, whatever font the reader has. */
  #drawText(text: Text, style: CSSStyleDeclaration, parent: Element, moveX: number, moveY: number): void {
    for (const line of toLines(text)) {
      const { box } = line;
      const words = line.text.replace(unwritable, "\uFFFD");
      if (words.trim() === "" || box.width === 0) continue;
      this.#add(parent, "text", {
        x: box.x + moveX,
        // A line's box spans ascent and descent; of both fonts that we use, four fifths are ascent.
        y: box.y + moveY + box.height * 0.8,
        fill: style.color,
        "font-family": style.fontFamily,
        "font-size": style.fontSize,
        "font-weight": style.fontWeight,
        "font-style": style.fontStyle,
        textLength: box.width,
        lengthAdjust: "spacingAndGlyphs",
        "xml:space": "preserve",
      }).textContent = words;
    }
  }
}

function isClear(colour: string): boolean {
  return colour === "transparent" || /(?:,|\/)\s*0\)$/.test(colour);
}

/** The lines that a text breaks into, by where its words stand. */
function toLines(text: Text): readonly { readonly text: string; readonly box: DOMRect }[] {
  const range = document.createRange();
  const lines: { from: number; to: number; top: number }[] = [];
  for (const { index, 0: word } of text.data.matchAll(/\S+\s*/g)) {
    range.setStart(text, index);
    range.setEnd(text, index + word.trimEnd().length);
    const { top, width } = range.getBoundingClientRect();
    if (width === 0) continue;
    const line = lines[lines.length - 1];
    if (line !== undefined && Math.abs(line.top - top) < 3) line.to = index + word.trimEnd().length;
    else lines.push({ from: index, to: index + word.trimEnd().length, top });
  }
  return lines.map(({ from, to }) => {
    range.setStart(text, from);
    range.setEnd(text, to);
    return { text: text.data.slice(from, to), box: range.getBoundingClientRect() };
  });
}
