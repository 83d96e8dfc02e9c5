import { expect, test } from "vitest";
import { NewsHub } from "./news-hub";

/** Longer than any test may take: what waits so long has missed something. */
const never = 3_600_000;

test("news that came while its reader was busy is not waited for", async () => {
  const news = new NewsHub();
  const known = news.count;
  news.announce();
  await news.wait(known, never, new AbortController().signal);
});

test("who knows all news waits for the next", async () => {
  const news = new NewsHub();
  news.announce();
  const woken: string[] = [];
  const waiting = news.wait(news.count, never, new AbortController().signal).then(() => woken.push("woken"));
  await Promise.resolve();
  expect(woken).toEqual([]);
  news.announce();
  await waiting;
  expect(woken).toEqual(["woken"]);
});

test("who leaves waits no longer", async () => {
  const left = new AbortController();
  const news = new NewsHub();
  const waiting = news.wait(news.count, never, left.signal);
  left.abort();
  await waiting;
  await news.wait(news.count, never, left.signal);
});
