import { expect, test } from "vitest";
import { type ChatMessage, toSlackBody } from "./slack-body";

const message: ChatMessage = {
  title: "browser-7: critical incident",
  lines: ["Critical since step 61: 92% of rollouts come back as session_lost.", "Pause the trainer."],
  link: { url: "http://127.0.0.1:6161/runs/browser-7?from=51&to=61", label: "Open the run" },
  context: "browser · grpo",
};

test("has blocks for Slack, and all of it as text for who reads no blocks", () => {
  const link = "<http://127.0.0.1:6161/runs/browser-7?from=51&amp;to=61|Open the run>";
  expect(toSlackBody(message)).toEqual({
    text: `*browser-7: critical incident*\n${message.lines.join("\n")}\n${link}`,
    blocks: [
      { type: "header", text: { type: "plain_text", text: "browser-7: critical incident", emoji: false } },
      { type: "section", text: { type: "mrkdwn", text: `${message.lines.join("\n")}\n${link}` } },
      { type: "context", elements: [{ type: "mrkdwn", text: "browser · grpo" }] },
    ],
  });
});

test("names that senders chose make no link and call nobody", () => {
  const evil = "<!channel> @everyone <http://evil.example|click> & co";
  const { text, blocks } = toSlackBody({ ...message, title: evil, lines: [evil], context: evil });
  const written = JSON.stringify([text, blocks.slice(1)]);
  expect(written).not.toContain("<!channel>");
  expect(written).not.toContain("<http://evil");
  expect(JSON.stringify(blocks)).not.toContain("@everyone");
  expect(text).toContain("&lt;!channel&gt;");
  expect(text).toContain("&amp; co");
});

test.each([
  ["plain letters", "x"],
  ["what has to be escaped", "&"],
  ["characters of two units", "🙂"],
])("stays within the limits with 40,000 of %s, and cuts no escape in two", (_name, character) => {
  const long = character.repeat(40_000);
  const { text, blocks } = toSlackBody({ ...message, title: long, lines: [long], context: long });
  expect(text.length).toBeLessThanOrEqual(2_000);
  const [header, section, context] = blocks;
  expect([...(header?.text?.text ?? "")].length).toBeLessThanOrEqual(150);
  expect(section?.text?.text.length).toBeLessThanOrEqual(3_000);
  expect(context?.elements?.[0]?.text.length).toBeLessThanOrEqual(500);
  expect(text).toContain("|Open the run>");
  expect(text.replace(/&(amp|lt|gt);/g, "")).not.toContain("&");
  expect(text.isWellFormed()).toBe(true);
});

test("an address too long to be followed is left out rather than cut", () => {
  const { text } = toSlackBody({ ...message, link: { url: `http://a.example/${"x".repeat(5_000)}`, label: "Open" } });
  expect(text).not.toContain("http://a.example");
});
