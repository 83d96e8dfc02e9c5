/** The data of the gallery: what every chart must survive. Deterministic, so that two pictures can be compared. */
import type { Segment } from "@/lib/core/run";
import { draw, type GalleryCase, range } from "./gallery-case";
import { listKindCases, overlappingIncidents } from "./gallery-incidents";
import { sampleAnnotation } from "./sample-annotation";
import { sampleDetection } from "./sample-incidents";
import { binaryRewards, type SampleStep, sampleBuckets, sampleEpoch, seededRandom } from "./sample-steps";

function ordinaryStep(random: () => number, step: number): SampleStep {
  const judge = draw(random, 64, 0.004);
  const timeout = draw(random, 64, 0.003);
  const solved = draw(random, 64, 0.1545);
  return {
    step,
    expected: 64,
    masked: { judge_failed: judge },
    failed: { agent_timeout: timeout },
    rewards: binaryRewards(solved, 64 - solved - judge - timeout),
  };
}

function incidentRun(): SampleStep[] {
  const random = seededRandom(7);
  return range(1, 74).map((step): SampleStep => {
    if (step < 61) return ordinaryStep(random, step);
    const lost = draw(random, 64, 0.92);
    const solved = draw(random, 64 - lost, 0.05);
    if (step < 74) {
      return { step, expected: 64, masked: { session_lost: lost }, rewards: binaryRewards(solved, 64 - lost - solved) };
    }
    return { step, expected: 64, masked: { session_lost: 34 }, rewards: binaryRewards(0, 3), complete: false };
  });
}

function gappyRun(): SampleStep[] {
  const random = seededRandom(11);
  return range(1, 60)
    .filter((step) => !(step > 12 && step < 20) && step !== 31 && step !== 33)
    .map((step): SampleStep => {
      if (step >= 40 && step < 45) return { step, expected: 64, masked: { session_lost: 64 } };
      if (step === 50) return { step, expected: 64, failed: { environment_server_failed: 40 }, rewards: [0, 1, 0, 1] };
      if (step === 55) return { step, expected: 64, rewards: binaryRewards(5, 20) };
      return ordinaryStep(random, step);
    });
}

const longName = `my_server:${"a_kind_with_a_very_long_name_".repeat(8)}`.slice(0, 128);

function fortyKinds(): SampleStep[] {
  const random = seededRandom(3);
  const names = [
    longName,
    "שגיאה_כללית:אבדה",
    "browser:🔥_crash",
    ...range(1, 37).map((number) => `server_${number}:odd_failure`),
  ];
  return range(1, 40).map((step): SampleStep => {
    const failed = Object.fromEntries(names.map((name, rank) => [name, draw(random, 3, 0.6 / (1 + rank * 0.2))]));
    return { step, expected: 128, failed, rewards: Array.from({ length: 40 }, () => Math.round(random() * 100) / 100) };
  });
}

function negativeRewards(): SampleStep[] {
  const random = seededRandom(5);
  return range(1, 50).map((step) => ({
    step,
    rewards: Array.from({ length: 32 }, () => -3 + step * 0.09 + (random() - 0.5) * 4),
    trained: -3 + step * 0.085,
    masked: { verifier_error: draw(random, 32, 0.03) },
  }));
}

function spikeInTenThousand(): SampleStep[] {
  const random = seededRandom(9);
  return range(1, 10_000).map((step) => {
    const lost = step === 6_321 ? 15 : draw(random, 16, 0.004);
    const solved = draw(random, 16 - lost, 0.1 + (0.4 * step) / 10_000);
    return { step, masked: { session_lost: lost }, rewards: binaryRewards(solved, 16 - lost - solved) };
  });
}

function thinRun(): SampleStep[] {
  const random = seededRandom(13);
  return range(1, 30).map((step) => {
    const solved = draw(random, 5, 0.4);
    return { step, rewards: binaryRewards(solved, 5 - solved), masked: { session_lost: draw(random, 3, 0.5) } };
  });
}

function segment(name: string, minute: number, fromStep: number | null, supersededFrom: number | null): Segment {
  const at = sampleEpoch + minute * 60_000;
  return { segment: name, startedAt: at, fromStep, firstStep: fromStep ?? 1, supersededFrom, firstHeardAt: at };
}

function resumedRun(): GalleryCase {
  const random = seededRandom(21);
  const older = incidentRun().slice(54, 73);
  const newer = range(1, 70).map((step) => ({
    ...ordinaryStep(random, step),
    segment: step < 55 ? "first" : "resume-2",
  }));
  return {
    name: "Resumed",
    shows: "Steps 55 to 73 were run again: what they were is a faint line, and a line marks the new segment.",
    buckets: sampleBuckets(newer),
    superseded: sampleBuckets(older),
    segments: [segment("first", 0, null, 55), segment("resume-2", 200, 55, null)],
    annotations: [sampleAnnotation({ id: 1, step: 30, text: "curriculum: level 2", kind: "curriculum" })],
  };
}

/** Every case, ordinary first. The long one takes a moment to make, so it is made when asked for. */
export function listGalleryCases(): readonly GalleryCase[] {
  return [
    {
      name: "Ordinary, then an incident",
      shows: "60 ordinary steps, 14 in which sessions are lost, the last of them still filling.",
      buckets: sampleBuckets(incidentRun()),
      incidents: sampleDetection(incidentRun()).incidents,
    },
    overlappingIncidents(),
    ...listKindCases(),
    { name: "Empty", shows: "A run nothing was heard of yet.", buckets: [] },
    {
      name: "One point",
      shows: "A single step.",
      buckets: sampleBuckets([ordinaryStep(seededRandom(2), 0)]),
    },
    {
      name: "Gappy",
      shows: "Steps never heard of, all-masked steps without evidence, a step with rollouts missing.",
      buckets: sampleBuckets(gappyRun()),
    },
    {
      name: "Forty kinds",
      shows: "40 failure kinds, one of them 128 characters long.",
      buckets: sampleBuckets(fortyKinds()),
    },
    {
      name: "Negative rewards",
      shows: "Rewards outside [0, 1], and the trainer's own.",
      buckets: sampleBuckets(negativeRewards()),
    },
    { name: "Thin", shows: "Five evidence rollouts a step.", buckets: sampleBuckets(thinRun()) },
    resumedRun(),
    {
      name: "10,000 steps",
      shows: "One step of 10,000 in which 15 of 16 rollouts were lost (6,321).",
      buckets: sampleBuckets(spikeInTenThousand()),
    },
  ];
}
