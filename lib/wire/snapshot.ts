import { z } from "zod";
import type { RunIncident } from "@/lib/core/run-incident";
import type { RunFrame, RunSnapshot } from "@/lib/core/snapshot";
import { fromWireIncident, toWireIncident, WireIncident } from "./incident";
import { fromWireRunDetail, toWireRunDetail, WireRunDetail } from "./run";
import { fromWireBucket, fromWireStep, toWireBucket, toWireStep, WireBucket, WireStep } from "./step";
import { fromWireVerdict, toWireVerdict, WireVerdict } from "./verdict";

const count = z.int().min(0);
const step = count.nullable();

/** What the run page shows, at one revision. */
export const WireSnapshot = z.object({
  run: WireRunDetail,
  revision: z.string(),
  width: count,
  buckets: z.array(WireBucket),
  superseded: z.array(WireBucket),
  overview: z.array(WireBucket),
  newest: WireStep.nullable(),
  first_step: step,
  last_step: step,
  eval_block: WireStep.nullable(),
  recent_per_minute: count,
  incidents: z.array(WireIncident),
  verdict: WireVerdict,
});
export type WireSnapshot = z.infer<typeof WireSnapshot>;

/** What changed of a snapshot since the frame before: whole states, never differences. */
export const WireFrame = z.object({
  revision: z.string(),
  width: count,
  buckets: z.array(WireBucket),
  removed: z.array(count),
  newest: WireStep.nullable(),
  first_step: step,
  last_step: step,
  run: WireRunDetail.nullable(),
  recent_per_minute: count,
  incidents: z.array(WireIncident).nullable(),
  verdict: WireVerdict,
});
export type WireFrame = z.infer<typeof WireFrame>;

const FrameOnItsWay = WireFrame.extend({ incidents: z.array(z.unknown()).nullable() });

export function toWireSnapshot(snapshot: RunSnapshot): WireSnapshot {
  return {
    run: toWireRunDetail(snapshot.detail),
    revision: snapshot.revision,
    width: snapshot.width,
    buckets: snapshot.buckets.map(toWireBucket),
    superseded: snapshot.superseded.map(toWireBucket),
    overview: snapshot.overview.map(toWireBucket),
    newest: snapshot.newest === null ? null : toWireStep(snapshot.newest),
    first_step: snapshot.firstStep,
    last_step: snapshot.lastStep,
    eval_block: snapshot.evalBlock === null ? null : toWireStep(snapshot.evalBlock),
    recent_per_minute: snapshot.recentPerMinute,
    incidents: snapshot.incidents.map(toWireIncident),
    verdict: toWireVerdict(snapshot.verdict),
  };
}

export function toWireFrame(frame: RunFrame): WireFrame {
  return {
    revision: frame.revision,
    width: frame.width,
    buckets: frame.buckets.map(toWireBucket),
    removed: [...frame.removed],
    newest: frame.newest === null ? null : toWireStep(frame.newest),
    first_step: frame.firstStep,
    last_step: frame.lastStep,
    run: frame.detail === null ? null : toWireRunDetail(frame.detail),
    recent_per_minute: frame.recentPerMinute,
    incidents: frame.incidents === null ? null : frame.incidents.map(toWireIncident),
    verdict: toWireVerdict(frame.verdict),
  };
}

/** Reads a snapshot that the API sent. @throws ZodError where it is none. */
export function parseSnapshot(json: unknown): RunSnapshot {
  const wire = WireSnapshot.parse(json);
  return {
    detail: fromWireRunDetail(wire.run),
    revision: wire.revision,
    width: wire.width,
    buckets: wire.buckets.map(fromWireBucket),
    superseded: wire.superseded.map(fromWireBucket),
    overview: wire.overview.map(fromWireBucket),
    newest: wire.newest === null ? null : fromWireStep(wire.newest),
    firstStep: wire.first_step,
    lastStep: wire.last_step,
    evalBlock: wire.eval_block === null ? null : fromWireStep(wire.eval_block),
    recentPerMinute: wire.recent_per_minute,
    incidents: wire.incidents.map(fromWireIncident),
    verdict: fromWireVerdict(wire.verdict),
  };
}

/**
 * Reads the frames of one live stream. All incidents come with each frame in which one has changed, of a long run a tenth
 * of a megabyte: those that came word for word in the frame before are not read again, and are the same objects.
 *
 * @returns reads the next frame. It throws ZodError where what it is given is none.
 */
export function startReadingFrames(): (json: unknown) => RunFrame {
  let readBefore: ReadonlyMap<string, RunIncident> = new Map();
  const readIncidents = (incidents: readonly unknown[]): readonly RunIncident[] => {
    const read = new Map<string, RunIncident>();
    const all = incidents.map((incident) => {
      const words = JSON.stringify(incident);
      const found = readBefore.get(words) ?? fromWireIncident(WireIncident.parse(incident));
      read.set(words, found);
      return found;
    });
    readBefore = read;
    return all;
  };
  return (json) => {
    const wire = FrameOnItsWay.parse(json);
    return {
      revision: wire.revision,
      width: wire.width,
      buckets: wire.buckets.map(fromWireBucket),
      removed: wire.removed,
      newest: wire.newest === null ? null : fromWireStep(wire.newest),
      firstStep: wire.first_step,
      lastStep: wire.last_step,
      detail: wire.run === null ? null : fromWireRunDetail(wire.run),
      recentPerMinute: wire.recent_per_minute,
      incidents: wire.incidents === null ? null : readIncidents(wire.incidents),
      verdict: fromWireVerdict(wire.verdict),
    };
  };
}
