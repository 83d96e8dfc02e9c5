import { strToU8, zipSync } from "fflate";
import type { AlertRule } from "@/lib/core/report/alert-rule";
import type { ReportData } from "@/lib/core/report/report-data";
import { drawCharts, drawnCharts } from "@/lib/view/chart-svg/draw-charts";
import { withLightColours } from "@/lib/view/chart-svg/palette";
import { describeCharts } from "@/lib/view/charts-model";
import { bucketReport, toReportCharts } from "@/lib/view/report/report-charts";
import { toEditedReport } from "@/lib/view/report/to-edited-report";
import { toHtml } from "@/lib/view/report/to-html";
import { toMarkdown } from "@/lib/view/report/to-markdown";
import { toWireReport, type WireReport } from "@/lib/wire/report";
import type { Context } from "./context";
import { foundRun } from "./found";
import { readReport } from "./read-report";

interface Asked {
  readonly run: string;
  readonly rule: AlertRule;
}

async function readData({ store, config }: Context, { run, rule }: Asked): Promise<ReportData> {
  return foundRun(await readReport(store, config.payloads, run, rule), run);
}

function toFacts(context: Context, { revision }: ReportData) {
  return { madeAt: Date.now(), origin: context.address.origin, revision };
}

/** The post-mortem in numbers and words. @throws Problem `not_found`, as do all of these. */
export async function writeReportJson(context: Context, asked: Asked): Promise<WireReport> {
  const data = await readData(context, asked);
  return toWireReport(data, toEditedReport(data));
}

/** As one file of HTML that needs nothing else. */
export async function writeReportHtml(context: Context, asked: Asked): Promise<string> {
  const data = await readData(context, asked);
  const charts = toReportCharts(data, bucketReport(data));
  const drawn = charts === null ? null : drawCharts(charts, "fz-");
  const drawings = drawn === null ? [] : drawnCharts.map((chart) => drawn[chart]);
  return toHtml(toEditedReport(data), { ...toFacts(context, data), drawings });
}

/**
 * As Markdown with its pictures beside it, in one zip: many viewers show no picture that is part of the text itself
 * (data: addresses), and all of them show files.
 */
export async function writeReportMarkdown(context: Context, asked: Asked): Promise<Uint8Array> {
  const data = await readData(context, asked);
  const charts = toReportCharts(data, bucketReport(data));
  const drawn = charts === null ? null : drawCharts(charts, "fz-");
  const captions = charts === null ? null : describeCharts(charts);
  const pictures = drawnCharts.flatMap((chart) => {
    if (drawn === null || captions === null) return [];
    const { title, subtitle } = captions[chart];
    return [{ path: `images/${chart}.svg`, title: `${title}: ${subtitle}`, svg: toPicture(drawn[chart]) }];
  });
  const text = toMarkdown(toEditedReport(data), { ...toFacts(context, data), images: pictures });
  const files = pictures.map(({ path, svg }) => [path, strToU8(svg)] as const);
  return zipSync({ "report.md": strToU8(text), ...Object.fromEntries(files) });
}

/** A drawing that brings its colours and its paper, whatever it is laid on. */
function toPicture(drawing: string): string {
  const paper = `<rect width="100%" height="100%" fill="var(--raised)"/>`;
  const inner = drawing.replace(/viewBox="0 0 (\d+) ([\d.]+)"/, (_, width: string, height: string) => {
    return `viewBox="-14 -12 ${Number(width) + 28} ${Number(height) + 20}"`;
  });
  return withLightColours(inner.replace("<defs>", `${paper.replace("<rect", '<rect x="-14" y="-12"')}<defs>`));
}
