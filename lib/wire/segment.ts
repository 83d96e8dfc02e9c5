import { z } from "zod";
import type { Segment } from "@/lib/core/run";
import { fromWireTime, toWireTime } from "./step";

const step = z.int().min(0).nullable();

export const WireSegment = z.object({
  segment: z.string(),
  started_at: z.iso.datetime().nullable(),
  from_step: step,
  first_step: step,
  superseded_from: step,
  first_heard_at: z.iso.datetime(),
});
type WireSegment = z.infer<typeof WireSegment>;

export function toWireSegment(segment: Segment): WireSegment {
  return {
    segment: segment.segment,
    started_at: toWireTime(segment.startedAt),
    from_step: segment.fromStep,
    first_step: segment.firstStep,
    superseded_from: segment.supersededFrom,
    first_heard_at: new Date(segment.firstHeardAt).toISOString(),
  };
}

export function fromWireSegment(wire: WireSegment): Segment {
  return {
    segment: wire.segment,
    startedAt: fromWireTime(wire.started_at),
    fromStep: wire.from_step,
    firstStep: wire.first_step,
    supersededFrom: wire.superseded_from,
    firstHeardAt: Date.parse(wire.first_heard_at),
  };
}

const WithSegments = z.object({ segments: z.array(WireSegment) });

/** The launches of a run that the API sent. @throws ZodError where it is none. */
export function parseSegments(json: unknown): readonly Segment[] {
  return WithSegments.parse(json).segments.map(fromWireSegment);
}
