import { describe, expect, test } from "vitest";
import { droppedKey, keepPayload, slimLimit } from "./payload";

function keep(row: Record<string, unknown>, mode: "none" | "slim" | "full" = "slim"): unknown {
  const kept = keepPayload(row, JSON.stringify(row).length, mode);
  return kept.keep === "text" ? JSON.parse(kept.text) : kept.keep;
}

describe("what is kept of a row", () => {
  test("an ordinary row stays to the letter, and nothing where nothing is wanted", () => {
    const row = { id: "a", reward: 1, payload: { output: "done" } };
    expect(keep(row)).toBe("row");
    expect(keep(row, "full")).toBe("row");
    expect(keep(row, "none")).toBe("nothing");
  });

  test.each([
    ["token ids", { output_token_ids: [1, 2] }, {}, { output_token_ids: "token ids or log-probabilities" }],
    [
      "log-probabilities",
      { generation_logprobs: [-0.1] },
      {},
      { generation_logprobs: "token ids or log-probabilities" },
    ],
    ["a count of tokens is no list of them", { token_ids: 7 }, { token_ids: 7 }, undefined],
    [
      "a configuration but for its mask",
      { instance_config: { mask_sample: true, api_key: "secret" } },
      { instance_config: { mask_sample: true } },
      { instance_config: "all but mask_sample: it can hold secrets" },
    ],
    [
      "a configuration in a string",
      { instance_config: '{"mask_sample": 1, "api_key": "secret"}' },
      { instance_config: { mask_sample: 1 } },
      { instance_config: "all but mask_sample: it can hold secrets" },
    ],
    ["an image", { image_url: { url: "x" } }, {}, { image_url: "an image" }],
    ["media in a text", { url: "data:image/png;base64,AAAA" }, { url: "[media]" }, { url: "media of 26 characters" }],
    ["bare numbers, kept as words", { logprob_sum: Number.NaN }, { logprob_sum: "NaN" }, undefined],
  ])("%s", (_, row, kept, dropped) => {
    expect(keep(row)).toEqual(dropped === undefined ? kept : { ...kept, [droppedKey]: dropped });
  });

  test("the conversation gets the room first, whatever stands behind it", () => {
    const row = {
      id: "rollout-7",
      responses_create_params: { input: [{ role: "user", content: "the task" }] },
      response: { output: [{ role: "assistant", content: "the answer" }] },
      result: { trajectory: "x".repeat(2 * slimLimit) },
    };
    expect(keep(row)).toMatchObject({
      id: "rollout-7",
      responses_create_params: { input: [{ role: "user", content: "the task" }] },
      response: { output: [{ role: "assistant", content: "the answer" }] },
    });
  });

  test("of a long conversation the last turns are kept, and what went is said", () => {
    const turns = Array.from({ length: 100 }, (_, turn) => ({ role: "assistant", content: `${turn} `.repeat(1_000) }));
    const kept = JSON.stringify(keep({ payload: { messages: turns } }));
    expect(kept).toContain("99 99 99");
    expect(kept).not.toContain('"0 0 0');
    expect(kept).toMatch(/the first \d+ of 100 items/);
    expect(kept.length).toBeLessThan(1.2 * slimLimit);
  });

  test("an object of very many names comes to an end as well", () => {
    const scores = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`score_${index}`, "high"]));
    const kept = keep({ id: "r-1", reward: 1, metrics: scores });
    expect(kept).toMatchObject({ id: "r-1", reward: 1, metrics: { score_49999: "high" } });
    expect(kept).toMatchObject({ [droppedKey]: { metrics: expect.stringMatching(/^\d+ of 50000 names$/) } });
    expect(JSON.stringify(kept).length).toBeLessThan(2 * slimLimit);
  });

  test("a name such as __proto__ stays a plain name", () => {
    const row: Record<string, unknown> = JSON.parse('{"__proto__": {"a": 1}, "token_ids": [1]}');
    const kept = keepPayload(row, 40, "slim");
    expect(kept.keep === "text" && kept.text).toBe(
      `{"__proto__":{"a":1},"${droppedKey}":{"token_ids":"token ids or log-probabilities"}}`,
    );
  });
});
