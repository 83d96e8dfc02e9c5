import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { isTooSlow } from "./handle-request";

const minuteMs = 60_000;

function request(url: string, isComplete = false): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { url, complete: isComplete });
}

test("a request has ten minutes to be there whole, and an import as long as it takes", () => {
  const post = "/api/v1/runs/a/rollouts?step=1";
  expect(isTooSlow(request(post), 9 * minuteMs)).toBe(false);
  expect(isTooSlow(request(post), 11 * minuteMs)).toBe(true);
  expect(isTooSlow(request("/api/v1/restore"), 11 * minuteMs)).toBe(true);
  expect(isTooSlow(request("/api/v1/runs/a/imports?step=1"), 60 * minuteMs)).toBe(false);
  // A stream of events was asked for whole, and goes on for days.
  expect(isTooSlow(request("/api/v1/events", true), 60 * minuteMs)).toBe(false);
});
