import { expect, test } from "vitest";
import { knowIncidents, listNotices, type NoticeSubject } from "./notices";

const subject: NoticeSubject = {
  run: "a",
  name: "Run A",
  incident: "7",
  severity: "major",
  words: "Major since step 61",
};

test("what is open when the page opens is known, and what opens later is told once", () => {
  const known = knowIncidents([subject]);
  expect(listNotices([subject], known)).toEqual([]);
  const other = { ...subject, incident: "8" };
  expect(listNotices([subject, other], known)).toEqual([
    { tag: '["a","8","major"]', title: "Run A", body: "Major since step 61", run: "a", incident: "8" },
  ]);
  expect(listNotices([subject, other], knowIncidents([subject, other], known))).toEqual([]);
});

test("a rise is told once more, and a fall with another rise is not", () => {
  const known = knowIncidents([subject]);
  const critical: NoticeSubject = { ...subject, severity: "critical" };
  expect(listNotices([critical], known)).toMatchObject([{ title: "Run A: worse", tag: '["a","7","critical"]' }]);
  const after = knowIncidents([subject], knowIncidents([critical], known));
  expect(listNotices([critical], after)).toEqual([]);
});

test("a minor one is no news, until it is major", () => {
  const minor: NoticeSubject = { ...subject, severity: "minor" };
  expect(listNotices([minor], new Map())).toEqual([]);
  expect(listNotices([subject], knowIncidents([minor]))).toHaveLength(1);
});

test("two runs may have incidents of one name", () => {
  expect(listNotices([{ ...subject, run: "b" }], knowIncidents([subject]))).toHaveLength(1);
});
