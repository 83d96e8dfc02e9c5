"use client";

import { type ReactNode, useRef } from "react";
import type { ChartMark } from "@/lib/view/chart-marks";
import type { EndLabel } from "@/lib/view/end-labels";
import type { IncidentBand } from "@/lib/view/incident-bands";
import type { StepAxis } from "@/lib/view/step-axis";
import { ChartMenu } from "./chart-menu";
import { EndLabelList } from "./end-label-list";
import { IncidentShade } from "./incident-shade";
import { MarkLines } from "./mark-lines";
import type { Plot } from "./plot";
import { type OverlayActions, PlotOverlay } from "./plot-overlay";
import type { StepPointer } from "./step-pointer";

export interface SavedCharts {
  readonly fileName: readonly string[];
  readonly toCaption: () => readonly string[];
}

interface ChartFrameProps extends OverlayActions {
  readonly title: string;
  readonly subtitle: string;
  readonly aside: ReactNode;
  readonly height: number;
  readonly labels: readonly EndLabel[];
  readonly hrefOf: (id: string) => string | null;
  readonly marks: readonly ChartMark[];
  readonly bands: readonly IncidentBand[];
  /** What lies behind the plot, beside the bands. */
  readonly behind?: ReactNode;
  /** What stands over the plot. */
  readonly over?: ReactNode;
  /** What can be done beside saving it, at the end of the heading. */
  readonly action?: ReactNode;
  /** What stands between heading and plot. */
  readonly rail?: ReactNode;
  /** How files of it are called and captioned; absent: it can't be saved. */
  readonly saved?: SavedCharts | undefined;
  readonly axis: StepAxis;
  readonly plot: Plot | null;
  readonly pointer: StepPointer;
  /** What to say instead of an empty plot. */
  readonly emptyText: string | null;
  /** The plot; it is drawn once the width is known, in a frame that has its height from the first HTML on. */
  readonly children: ReactNode;
}

/** One chart: heading, plot, direct labels, and the overlay that makes its marks doors. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, subtitle, aside, height, plot, axis, emptyText, saved } = props;
  const figure = useRef<HTMLElement>(null);
  return (
    <figure ref={figure} id={`chart-${title.toLowerCase().replaceAll(" ", "-")}`} className="min-w-0 scroll-mt-4">
      <figcaption className="flex min-h-6 flex-wrap items-center gap-x-3 pt-3 text-sm">
        <span data-chart-title className="font-semibold">
          {title}
        </span>
        <span data-chart-subtitle className="text-ink-2">
          {subtitle}
        </span>
        <span className="ms-auto flex items-center gap-1 text-xs text-ink-2">
          {typeof aside === "string" ? (
            <span className="hidden @min-[620px]/charts:inline">{aside}</span>
          ) : (
            <span data-no-picture>{aside}</span>
          )}
          {props.action}
          {saved !== undefined && <ChartMenu title={title} figure={figure} {...saved} />}
        </span>
      </figcaption>
      {props.rail}
      <div className="relative" data-chart-body>
        <div className="relative" style={{ height }}>
          <IncidentShade bands={props.bands} domain={axis.domain} />
          {props.behind}
          {plot !== null && props.children}
          {emptyText !== null && (
            <p className="absolute inset-y-0 left-(--plot-left) right-(--plot-right) grid place-items-center text-sm text-ink-2">
              <span className="bg-paper px-2">{emptyText}</span>
            </p>
          )}
          <MarkLines marks={props.marks} domain={axis.domain} />
          {plot !== null && (
            <PlotOverlay
              pointer={props.pointer}
              axis={axis}
              plot={plot}
              onOpen={props.onOpen}
              onSelect={props.onSelect}
              onReset={props.onReset}
              onAnnotate={props.onAnnotate}
              annotating={props.annotating}
            />
          )}
          {props.over}
        </div>
        <EndLabelList labels={props.labels} height={height} hrefOf={props.hrefOf} />
      </div>
    </figure>
  );
}
