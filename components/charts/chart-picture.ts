import { Picture, type PicturePart } from "./picture";

const margin = 16;
const captionLine = 16;
const captionSize = 11;

/** What a chart's picture is of. */
export interface DrawnChart {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/**
 * A chart as it is on the page now, in a picture that needs nothing else: its heading, the labels of annotations and
 * incidents that stand over the first chart only, the plot with its labels, the axis under the last one, and a caption.
 */
export function drawChart(figure: HTMLElement, caption: readonly string[]): DrawnChart {
  const area = figure.closest("[data-chart-area]");
  const heading = figure.querySelector("figcaption");
  const body = figure.querySelector("[data-chart-body]");
  if (area === null || heading === null || body === null) throw new Error("no chart is drawn here");
  const rail = area.querySelector("[data-mark-rail]");
  const over = area.querySelector("[data-chart-over]");
  const axis = area.querySelector("[data-axis-labels]");
  const left = area.getBoundingClientRect().left;
  const width = Math.ceil(area.getBoundingClientRect().width) + 2 * margin;

  let y = margin;
  const parts: PicturePart[] = [];
  const place = (element: Element) => {
    const box = element.getBoundingClientRect();
    parts.push({ element, moveX: margin - left, moveY: y - box.top });
    y += box.height;
  };
  place(heading);
  if (rail !== null) place(rail);
  const top = y;
  place(body);
  if (over !== null && !figure.contains(over)) {
    parts.push({ element: over, moveX: margin - left, moveY: top - over.getBoundingClientRect().top });
  }
  if (axis !== null) place(axis);

  const perLine = Math.max(24, Math.floor((width - 2 * margin) / (captionSize * 0.58)));
  const lines = caption.flatMap((line) => wrap(line, perLine));
  const height = Math.ceil(y + 12 + lines.length * captionLine + margin / 2);
  const page = getComputedStyle(document.body);
  const picture = new Picture(width, height, page.backgroundColor);
  for (const part of parts) picture.draw(part);
  const look = getComputedStyle(heading.querySelector("[data-chart-subtitle]") ?? heading);
  lines.forEach((line, index) => {
    picture.write(line, margin, y + 12 + (index + 0.75) * captionLine, {
      fill: look.color,
      "font-family": look.fontFamily,
      "font-size": captionSize,
    });
  });
  picture.describe(heading.querySelector("[data-chart-title]")?.textContent ?? "", caption.join("\n"));
  return { text: picture.toText(), width, height };
}

/** Breaks at spaces; what has none, such as an address, wherever it must. */
function wrap(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const space = rest.lastIndexOf(" ", most);
    const cut = space > most / 2 ? space : most;
    lines.push(rest.slice(0, cut));
    rest = rest.slice(cut).trimStart();
  }
  return [...lines, rest];
}

/** The same picture in dots, `scale` of them to each pixel of the page. */
export async function toPng({ text, width, height }: DrawnChart, scale: number): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob === null) throw new Error("the picture could not be made");
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}
