/** The sentence over the settings: who is told of incidents, whether that works, and how much room is left. */
import { formatBytes, formatCount, formatNoun } from "./format";
import { type PhrasePart, plain, strong } from "./phrase";

interface ToldReceiver {
  readonly name: string;
  readonly isPaused: boolean;
  readonly isFailing: boolean;
  readonly waiting: number;
}

export interface SettingsFacts {
  readonly webhooks: readonly ToldReceiver[];
  readonly rollouts: number;
  readonly runs: number;
  readonly bytes: number;
  /** null where the filesystem does not say. */
  readonly freeBytes: number | null;
}

function describeReceivers(webhooks: readonly ToldReceiver[]): PhrasePart[] {
  if (webhooks.length === 0)
    return [strong("Nobody is told when something breaks."), plain(" Add a webhook to change that.")];
  const failing = webhooks.filter(({ isFailing, isPaused }) => isFailing && !isPaused);
  const [worst] = failing;
  if (worst !== undefined) {
    const waiting = failing.reduce((sum, webhook) => sum + webhook.waiting, 0);
    const others = failing.length === 1 ? "" : ` and ${formatCount(failing.length - 1)} more`;
    return [
      { as: "name", text: worst.name },
      strong(`${others} ${failing.length === 1 ? "does" : "do"} not take notices:`),
      plain(` ${formatNoun(waiting, "notice waits", "notices wait")}.`),
    ];
  }
  const paused = webhooks.filter(({ isPaused }) => isPaused).length;
  const told = webhooks.length - paused;
  if (told === 0) return [strong("Nobody is told when something breaks:"), plain(" every webhook is paused.")];
  const rest = paused === 0 ? "" : `, ${formatCount(paused)} paused`;
  return [strong(`${formatNoun(told, "webhook hears", "webhooks hear")} of incidents`), plain(`${rest}.`)];
}

export function describeSettings({ webhooks, rollouts, runs, bytes, freeBytes }: SettingsFacts): PhrasePart[] {
  const room = freeBytes === null ? "" : `; ${formatBytes(freeBytes)} are free`;
  const nothing = `Nothing is stored yet${room}.`;
  if (rollouts === 0 && runs === 0) return [...describeReceivers(webhooks), plain(` ${nothing}`)];
  const kept = `${formatNoun(rollouts, "rollout")} of ${formatNoun(runs, "run")} take ${formatBytes(bytes)}${room}.`;
  return [...describeReceivers(webhooks), plain(` ${kept}`)];
}
