import { expect, test } from "vitest";
import { Intake } from "./intake";

test("who would take more memory than there is is asked to come back, and has room again once others are done", () => {
  const intake = new Intake(100);
  const first = intake.open();
  const second = intake.open();
  first.add(60);
  expect(() => second.add(60)).toThrow(expect.objectContaining({ code: "too_busy", status: 429 }));
  first.close();
  second.add(60);
  expect(() => first.add(41)).toThrow("nothing of this request was stored");
});

test("one request alone always has room: its own limits are judged elsewhere", () => {
  const only = new Intake(100).open();
  only.add(80);
  only.add(80);
});

test("closing twice gives back once", () => {
  const intake = new Intake(100);
  const first = intake.open();
  const second = intake.open();
  first.add(50);
  first.close();
  first.close();
  second.add(60);
  expect(() => first.add(60)).toThrow();
});
