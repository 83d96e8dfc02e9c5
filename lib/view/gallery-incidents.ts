/** Gallery cases of incidents, and of kinds whose names are hard to draw. */
import { registeredFailureKinds } from "@/lib/core/failure-kind";
import { draw, type GalleryCase, range } from "./gallery-case";
import { sampleDetection } from "./sample-incidents";
import { binaryRewards, type SampleStep, sampleBuckets, seededRandom } from "./sample-steps";

const usual = 0.15;

function toStep(random: () => number, step: number, kinds: Readonly<Record<string, number>>): SampleStep {
  const masked = Object.fromEntries(Object.entries(kinds).map(([kind, rate]) => [kind, draw(random, 64, rate)]));
  const lost = Math.min(
    64,
    Object.values(masked).reduce((total, count) => total + count, 0),
  );
  const solved = draw(random, 64 - lost, usual);
  return { step, expected: 64, masked, rewards: binaryRewards(solved, 64 - lost - solved) };
}

function within(step: number, from: number, to: number, rate: number): number {
  return step >= from && step <= to ? rate : 0.003;
}

/** Incidents that overlap, and that lie close to each other; one is expected, one was rolled back. */
export function overlappingIncidents(): GalleryCase {
  const random = seededRandom(31);
  const samples = range(1, 100).map((step) =>
    toStep(random, step, {
      session_lost: within(step, 20, 34, 0.3),
      judge_failed: within(step, 26, 60, 0.2),
      agent_timeout: within(step, 38, 46, 0.25),
      provider_oom_killed: within(step, 64, 66, 0.5),
      verifier_error: within(step, 72, 100, 0.35),
      transport_timeout: within(step, 96, 100, 0.3),
    }),
  );
  const { incidents } = sampleDetection(samples, {}, (series) => series === "kind:agent_timeout");
  return {
    name: "Incidents that overlap",
    shows: "Six of them, some within each other. One is expected, one was rolled back; two go on.",
    buckets: sampleBuckets(samples),
    incidents: incidents.map((incident) =>
      incident.series === "kind:provider_oom_killed" ? { ...incident, state: "rolled_back" } : incident,
    ),
  };
}

/** Legible at any length and in any script: 200 characters, right to left, and pictures. */
const hardNames = {
  long: `my_server:${"a_kind_with_a_very_long_name_".repeat(7)}`.slice(0, 200),
  hebrew: "דפדפן:החיבור_אבד",
  arabic: "متصفح:انتهت_الجلسة",
  emoji: "browser:🔥💥👩‍💻_crash",
} as const;

function twentyFourKinds(): GalleryCase {
  const random = seededRandom(33);
  const samples = range(1, 60).map((step) =>
    toStep(random, step, {
      ...Object.fromEntries([...registeredFailureKinds].map((kind, index) => [kind, 0.004 + 0.0005 * index])),
      transport_peer_drop: step > 44 ? 0.3 : 0.006,
    }),
  );
  return {
    name: "Twenty-four kinds",
    shows: "Rare ones, of which one took over: it comes first, and the rest are “other”.",
    buckets: sampleBuckets(samples),
    incidents: sampleDetection(samples).incidents,
  };
}

function hardToDraw(): GalleryCase {
  const random = seededRandom(35);
  const samples = range(1, 60).map((step) =>
    toStep(random, step, {
      [hardNames.long]: within(step, 15, 24, 0.4),
      [hardNames.hebrew]: within(step, 28, 34, 0.4),
      [hardNames.arabic]: within(step, 40, 46, 0.4),
      [hardNames.emoji]: within(step, 52, 60, 0.5),
    }),
  );
  return {
    name: "Names that are hard to draw",
    shows: "200 characters, right to left, and pictures, each with an incident of its own.",
    buckets: sampleBuckets(samples),
    incidents: sampleDetection(samples).incidents,
  };
}

function oneStepOnly(): GalleryCase {
  const random = seededRandom(37);
  const samples = range(1, 40).map((step) => {
    const made = toStep(random, step, { judge_failed: 0.01 });
    return step === 27 ? { ...made, masked: { shutdown: 40 }, rewards: binaryRewards(3, 21) } : made;
  });
  return {
    name: "A kind in one step only",
    shows: "Step 27 alone lost 40 of 64 as shutdown.",
    buckets: sampleBuckets(samples),
    incidents: sampleDetection(samples).incidents,
  };
}

/** Many kinds, hard names, and a kind that is in one step only. */
export function listKindCases(): readonly GalleryCase[] {
  return [twentyFourKinds(), hardToDraw(), oneStepOnly()];
}
