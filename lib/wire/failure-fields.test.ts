import { expect, it } from "vitest";
import { normaliseRow } from "./normalise";

const defaults = { step: 61, split: null, segment: null, environment: null };

function judge(row: unknown) {
  const judged = normaliseRow(row, "nemo-gym", defaults);
  if ("rejection" in judged) throw new Error(judged.rejection.message);
  const { outcome, failureKind, failureReason, maskSources, tags } = judged.rollout;
  return { outcome, failureKind, failureReason, maskSources, tags };
}

it("tags failure fields that echo the dataset, and counts none of them", () => {
  const row = { reward: 1, response: {}, mask_sample: true, failure_kind: "session_lost", failure_reason: "lost" };
  const echoed = ["mask_sample", "failure_kind", "failure_reason"];
  expect(judge({ ...row, _falsezero: { echoed } })).toEqual({
    outcome: "scored",
    failureKind: null,
    failureReason: null,
    maskSources: [],
    tags: ["kind_echoed", "reason_echoed", "mask_echoed"],
  });
});

it("keeps what the collector says of a failure beside an echoed column", () => {
  const echoed = {
    failure_kind: "easy",
    failure_reason: "a column",
    _falsezero: { echoed: ["failure_kind", "failure_reason"] },
  };
  const byClass = { ...echoed, _ng_failure_class: "agent_run_error", _ng_failure_message: "500" };
  expect(judge(byClass)).toMatchObject({ outcome: "failed", failureKind: "agent_run_error", failureReason: "500" });
  const failure = { failure_kind: "judge_failed", failure_reason: "no answer" };
  expect(judge({ ...byClass, _ng_failure_record: { failure } })).toMatchObject({
    failureKind: "judge_failed",
    failureReason: "no answer",
  });
});

it.each([
  ["", "", "agent_run_error", "boom"],
  ["none", null, "agent_run_error", "boom"],
  [null, "told", "agent_run_error", "told"],
  ["judge_failed", "told", "judge_failed", "told"],
])("a kind of %o and a reason of %o hide nothing that the collector says", (kind, reason, counted, said) => {
  const row = {
    _ng_failure_class: "agent_run_error",
    _ng_failure_message: "boom",
    failure_kind: kind,
    failure_reason: reason,
  };
  const judged = normaliseRow(row, "auto", { step: 1, split: null, segment: null, environment: null });
  expect(judged).toMatchObject({ rollout: { outcome: "failed", failureKind: counted, failureReason: said } });
});

it.each([
  [{ reward: 1, mask_sample: false, failure_kind: null }, true],
  [{ reward: 1, failure_kind: null }, true],
  [{ reward: 0 }, false],
])("%o reports failures: %s", (row, reports) => {
  const judged = normaliseRow(row, "native", { step: 1, split: null, segment: null, environment: null });
  expect(judged).toMatchObject({ rollout: { reportsFailures: reports } });
});
