import { expect, test } from "vitest";
import { nowhere, placeSteps, readPlace, type TypedPlace, thingOf, toTypedTime } from "./annotation-place";

const typed: TypedPlace = { thing: "step", step: "", toStep: "", at: "" };

test("what was typed becomes a place, the ends of a range in either order", () => {
  expect(readPlace({ ...typed, step: "61", toStep: "80" })).toEqual({ place: { step: 61, toStep: null, at: null } });
  expect(readPlace({ ...typed, thing: "range", step: " 80", toStep: "61" })).toEqual({
    place: { step: 61, toStep: 80, at: null },
  });
  expect(readPlace({ ...typed, thing: "range", step: "61", toStep: "61" })).toEqual({ place: placeSteps(61, 61) });
  expect(readPlace({ ...typed, thing: "run", step: "61" })).toEqual({ place: nowhere });
});

test("what can be no place is said", () => {
  for (const step of ["", "-1", "1.5", "1e3", "x", "12345678901"]) {
    expect(readPlace({ ...typed, step })).toEqual({ wrong: "A step is a whole number of at least 0." });
  }
  expect(readPlace({ ...typed, thing: "moment" })).toEqual({ wrong: "Say the day and the time of the moment." });
});

test("a moment survives the field that it is typed into, to the second", () => {
  const at = Date.UTC(2026, 7, 3, 14, 2, 10);
  expect(readPlace({ ...typed, thing: "moment", at: toTypedTime(at) })).toEqual({ place: { ...nowhere, at } });
});

test("a place is known by what it has", () => {
  expect([nowhere, placeSteps(3, 3), placeSteps(3, 4), { ...nowhere, at: 1 }].map(thingOf)).toEqual([
    "run",
    "step",
    "range",
    "moment",
  ]);
});
