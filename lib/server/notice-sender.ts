import { type Collapse, collapseNotices } from "@/lib/core/alerts/collapse";
import type { Notice } from "@/lib/core/alerts/notice";
import { toToldKey } from "@/lib/core/alerts/plan-notices";
import { findReasonToGiveUp, judgeAttempt, longestWaitMs, waitMs } from "@/lib/core/alerts/retry";
import type { Context } from "./context";
import { type FoundWebhook, findWebhooks } from "./find-webhook";
import { summariseNotices } from "./summarise-notices";
import { tryWebhook } from "./try-webhook";
import { writeNotice } from "./write-notice";

/** A time further off than any wait was set by a clock that was wrong. */
function isDue(nextTryAt: number | null, now: number): boolean {
  return nextTryAt === null || nextTryAt <= now || nextTryAt > now + longestWaitMs;
}

/**
 * Sends what waits: each receiver by itself and one notice after the other, so that a slow one holds up nobody else and
 * each hears things in their order. What it does is in the database, so whoever comes after a crash goes on.
 */
export class NoticeSender {
  readonly #context: Context;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #random: () => number;

  constructor(context: Context, random: () => number = Math.random) {
    this.#context = context;
    this.#random = random;
  }

  /** Begins to send to whoever is due; does not wait for the answers. */
  async look(now: number): Promise<void> {
    for (const webhook of await findWebhooks(this.#context)) {
      const { id, isPaused, waiting, nextTryAt } = webhook;
      if (isPaused || waiting === 0 || !isDue(nextTryAt, now) || this.#underWay.has(id)) continue;
      const work = this.#deliver(webhook)
        .catch((error) => {
          if (!this.#context.stopping.aborted) {
            this.#context.log.error({ err: error, webhook: id }, "notices could not be sent; they are tried again");
          }
        })
        .finally(() => this.#underWay.delete(id));
      this.#underWay.set(id, work);
    }
  }

  /** Waits for what is under way. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  async #deliver(webhook: FoundWebhook): Promise<void> {
    const { stopping } = this.#context;
    for (const notice of await this.#tidy(webhook)) {
      if (stopping.aborted) return;
      if (!isDue(notice.nextTryAt, Date.now())) continue;
      const isAnswered = await this.#send(webhook, notice);
      if (!isAnswered) return;
    }
  }

  /** Gives up what is too old and collapses the rest. @returns what is to be sent, oldest first. */
  async #tidy({ id }: FoundWebhook): Promise<readonly Notice[]> {
    const { alerts } = this.#context.store;
    for (;;) {
      const now = Date.now();
      const all = await alerts.listWaiting(id);
      const waiting: Notice[] = [];
      for (const notice of all) {
        const why = findReasonToGiveUp(notice.createdAt, 0, now);
        if (why === null) waiting.push(notice);
        else await alerts.giveUp([notice.id], why, now);
      }
      const plan = collapseNotices(waiting, await this.#listTold(id, waiting));
      await this.#change(id, plan, now);
      // A summary has a number of its own once it is kept.
      if (plan.summary.length === 0) return plan.send.map(({ notice, event }) => ({ ...notice, event }));
    }
  }

  async #listTold(webhook: string, waiting: readonly Notice[]): Promise<ReadonlySet<string>> {
    const incidents = [...new Set(waiting.flatMap(({ incident }) => incident ?? []))];
    const told = await this.#context.store.alerts.listTold(incidents, true);
    return new Set(incidents.filter((incident) => told.has(toToldKey(webhook, incident))));
  }

  async #change(webhook: string, plan: Collapse, now: number): Promise<void> {
    const { send, absorbed, moot, summary } = plan;
    const renamed = send.filter(({ notice, event }) => notice.event !== event);
    if (absorbed.length + moot.length + summary.length + renamed.length === 0) return;
    await this.#context.store.alerts.changeQueue({
      webhook,
      absorbed: absorbed.map(({ notice, by }) => ({ notice: notice.id, by: by.id })),
      moot: moot.map(({ id }) => id),
      renamed: renamed.map(({ notice, event }) => ({ notice: notice.id, event })),
      summary:
        summary.length === 0
          ? null
          : { notice: summariseNotices(webhook, summary, now), of: summary.map(({ id }) => id) },
    });
  }

  /** @returns whether the receiver answers; one that does not is left alone for a while. */
  async #send(webhook: FoundWebhook, notice: Notice): Promise<boolean> {
    const { store, address, stopping, log } = this.#context;
    const startedAt = Date.now();
    const { key, event } = notice;
    let body: string;
    try {
      body = writeNotice(webhook.kind, event, notice.body, { key, now: startedAt, origin: address.origin });
    } catch (error) {
      // It never can be, and what waits behind it would wait for ever.
      log.error(
        { err: error, webhook: webhook.id, notice: notice.id },
        "a notice could not be written; it is given up",
      );
      await store.alerts.giveUp([notice.id], "It could not be written; the server's log says why.", startedAt);
      return true;
    }
    const attempt = await tryWebhook(this.#context, webhook, { key, event, body }, startedAt);
    const judgement = judgeAttempt(attempt);
    // Whether it arrived is not known, so it is sent again after the next start.
    if (judgement !== "delivered" && stopping.aborted) return false;
    const now = Date.now();
    const refusals = notice.refusals + (judgement === "refused" ? 1 : 0);
    const why = judgement === "delivered" ? null : findReasonToGiveUp(notice.createdAt, refusals, now);
    const failures = judgement === "refused" ? refusals : await this.#countFailures(webhook.id);
    const until = now + waitMs(failures, this.#random(), attempt.retryAfterMs);
    await store.alerts.noteAttempt({
      notice: notice.id,
      webhook: webhook.id,
      attempt,
      state: judgement === "delivered" ? "sent" : why === null ? "waiting" : "given_up",
      why,
      isRefusal: judgement === "refused",
      nextTryAt: judgement === "refused" && why === null ? until : null,
      webhookNextTryAt: judgement === "later" ? until : null,
    });
    if (judgement !== "delivered") {
      log.warn(
        { webhook: webhook.id, notice: notice.id, status: attempt.status, why: attempt.error },
        "a notice was not taken",
      );
    }
    return judgement !== "later";
  }

  /** Failed tries in a row, the one that is being noted included. */
  async #countFailures(id: string): Promise<number> {
    const webhooks = await this.#context.store.alerts.listWebhooks();
    return (webhooks.find((webhook) => webhook.id === id)?.failures ?? 0) + 1;
  }
}
