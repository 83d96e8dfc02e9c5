import { expect, test } from "vitest";
import { describeSettings, type SettingsFacts } from "./settings-sentence";

const facts: SettingsFacts = { webhooks: [], rollouts: 5_120, runs: 1, bytes: 31_000_000, freeBytes: 12_400_000_000 };
const onCall = { name: "On call", isPaused: false, isFailing: false, waiting: 0 };
const kept = " 5,120 rollouts of 1 run take 31 MB; 12 GB are free.";

test.each<[SettingsFacts["webhooks"], string]>([
  [[], "Nobody is told when something breaks. Add a webhook to change that."],
  [[onCall], "1 webhook hears of incidents."],
  [[onCall, { ...onCall, name: "Chat" }], "2 webhooks hear of incidents."],
  [[onCall, { ...onCall, isPaused: true }], "1 webhook hears of incidents, 1 paused."],
  [[{ ...onCall, isPaused: true, isFailing: true }], "Nobody is told when something breaks: every webhook is paused."],
  [[{ ...onCall, isFailing: true, waiting: 1 }, onCall], "On call does not take notices: 1 notice waits."],
  [
    [
      { ...onCall, isFailing: true, waiting: 2 },
      { ...onCall, isFailing: true, waiting: 3 },
    ],
    "On call and 1 more do not take notices: 5 notices wait.",
  ],
])("%j reads %s", (webhooks, expected) => {
  const words = describeSettings({ ...facts, webhooks }).map(({ text }) => text);
  expect(words.join("")).toBe(expected + kept);
});

test("where nothing is stored, that is what is said", () => {
  const words = describeSettings({ ...facts, webhooks: [onCall], rollouts: 0, runs: 0 }).map(({ text }) => text);
  expect(words.join("")).toBe("1 webhook hears of incidents. Nothing is stored yet; 12 GB are free.");
});

test("a filesystem that does not say how much is free is not guessed at", () => {
  const words = describeSettings({ ...facts, webhooks: [onCall], freeBytes: null }).map(({ text }) => text);
  expect(words.join("")).toMatch(/take 31 MB\.$/);
});
