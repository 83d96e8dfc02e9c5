import { existsSync } from "node:fs";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { formatMs, median } from "./quantile";
import { startFalsezero } from "./server-process";

const steps = 2_000;
const perStep = 64;

async function fill(url: string): Promise<void> {
  for (let from = 1; from <= steps; from += 100) {
    const rows: string[] = [];
    for (let step = from; step < from + 100; step++) {
      for (let index = 0; index < perStep; index++) rows.push(JSON.stringify(makeRow(step, index)));
    }
    const response = await fetch(`${url}/api/v1/runs/bench/rollouts`, {
      method: "POST",
      headers: { "content-type": "application/x-ndjson" },
      body: rows.join("\n"),
    });
    if (response.status !== 200) throw new Error(`filling answered ${response.status}: ${await response.text()}`);
  }
}

const kinds = ["session_lost", "judge_failed", "agent_timeout", "transport_timeout", "verifier_error", "cancelled"];

function makeRow(step: number, index: number) {
  const draw = (step * 7_919 + index * 104_729) % 1_000;
  const isLost = draw < (step % 200 > 180 ? 400 : 30);
  return {
    step,
    group: String(step * 8 + (index >> 3)),
    sample: index & 7,
    environment: "browser_agent",
    reward: draw % 5 === 0 ? 1 : 0,
    ...(isLost ? { mask_sample: true, failure_kind: kinds[draw % kinds.length], failure_reason: "lost" } : {}),
  };
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find((metric) => metric.name === "TaskDuration")?.value ?? 0) * 1_000;
}

/** Milliseconds from navigation to the first paint and to three drawn charts. */
async function timePaint(page: Page, url: string): Promise<{ first: number; charts: number }> {
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => document.querySelectorAll("svg.recharts-surface").length >= 3);
  return page.evaluate(() => ({
    first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    charts: performance.now(),
  }));
}

async function timeAppend(page: Page, session: CDPSession, url: string, step: number): Promise<number> {
  const before = await taskMs(session);
  const idleStart = performance.now();
  const rows = Array.from({ length: perStep }, (_, index) => JSON.stringify(makeRow(step, index)));
  await fetch(`${url}/api/v1/runs/bench/rollouts`, {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: rows.join("\n"),
  });
  await page.waitForTimeout(1_500 - (performance.now() - idleStart));
  return (await taskMs(session)) - before;
}

async function countHoverFrames(page: Page): Promise<number> {
  const chart = page.locator("svg.recharts-surface").first();
  const box = await chart.boundingBox();
  if (box === null) throw new Error("no chart to hover");
  // As text: what a bundler adds to a function is not there in the page.
  await page.evaluate(`
    globalThis.hoverFrames = 0;
    requestAnimationFrame(function tick() {
      globalThis.hoverFrames++;
      requestAnimationFrame(tick);
    });`);
  const startedAt = performance.now();
  for (let at = 0; performance.now() - startedAt < 3_000; at++) {
    await page.mouse.move(box.x + 60 + ((at * 7) % (box.width - 200)), box.y + box.height / 2);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const frames: unknown = await page.evaluate("globalThis.hoverFrames");
  return Number(frames) / seconds;
}

/** The run page with 2,000 steps in Chromium: paint, live append, hover. */
export async function benchPage(): Promise<void> {
  const server = await startFalsezero();
  await fill(server.url);
  await fetch(`${server.url}/api/v1/runs/bench/steps?from=1&to=1`);
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const url = `${server.url}/runs/bench`;
  await timePaint(page, url);
  const paints: { first: number; charts: number }[] = [];
  for (let load = 0; load < 5; load++) paints.push(await timePaint(page, url));
  console.log(`${steps} steps, ${perStep} rollouts each`);
  console.log(`first paint ${formatMs(median(paints.map((paint) => paint.first)))}`);
  console.log(`three charts drawn ${formatMs(median(paints.map((paint) => paint.charts)))}`);

  await page.waitForTimeout(2_000);
  const idleBefore = await taskMs(session);
  await page.waitForTimeout(1_500);
  const idle = (await taskMs(session)) - idleBefore;
  const appends: number[] = [];
  for (let step = steps + 1; step <= steps + 8; step++) appends.push(await timeAppend(page, session, server.url, step));
  console.log(
    `live append, main thread ${formatMs(median(appends) - idle)} (idle page ${formatMs(idle)} in the same time)`,
  );
  console.log(`hover ${(await countHoverFrames(page)).toFixed(0)} frames a second`);
  await browser.close();
  await server.stop();
}
