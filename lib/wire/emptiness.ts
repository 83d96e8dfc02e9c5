import type { EmptinessRule } from "@/lib/core/rollout";
import { isRecord } from "./is-record";

/** Text that is nothing but white space and end or padding tokens. */
const blank = /^(?:\s|<\|endoftext\|>|<\|im_end\|>|<\|eot_id\|>|<\/s>|<s>|<pad>|<\|pad\|>|<eos>|<bos>)*$/u;

type Content = "absent" | "empty" | "present";

/** Whether an output item says or does anything: text, a tool call, or an item of a type we do not know. */
function readItem(item: unknown): Content {
  if (typeof item === "string") return blank.test(item) ? "empty" : "present";
  if (!isRecord(item)) return item === null || item === undefined ? "absent" : "present";
  const { type, role, content, text, tool_calls: toolCalls } = item;
  // A tool's answer is the environment's text, not the policy's.
  if (type === "function_call_output" || role === "tool" || role === "user" || role === "system") return "empty";
  if (Array.isArray(toolCalls) && toolCalls.length > 0) return "present";
  if (typeof text === "string") return readItem(text);
  if (content !== undefined) return readOutput(content);
  return "present";
}

/** Reads an output or completion: a string, a message, or a list of messages or items. */
export function readOutput(output: unknown): Content {
  if (output === undefined || output === null) return "absent";
  if (typeof output === "string") return blank.test(output) ? "empty" : "present";
  if (Array.isArray(output)) return output.some((item) => readItem(item) === "present") ? "present" : "empty";
  return readItem(output);
}

export interface GenerationFacts {
  readonly outputTokens: number | null;
  /** Every place of the row that holds what was generated. */
  readonly outputs: readonly unknown[];
  /** An error object or text beside the reward; null and empty are none. */
  readonly error: unknown;
}

function isError(error: unknown): boolean {
  if (error === null || error === undefined || error === false || error === "") return false;
  return !isRecord(error) || Object.keys(error).length > 0;
}

/**
 * By which rule a producer reported that nothing was generated, and whether it reported anything at all. An output that
 * is present and says something outweighs a token count of 0.
 */
export function judgeEmptiness(facts: GenerationFacts): { rule: EmptinessRule | null; reports: boolean } {
  const contents = facts.outputs.map(readOutput).filter((content) => content !== "absent");
  const reports = contents.length > 0 || facts.outputTokens !== null;
  if (contents.includes("present")) return { rule: isError(facts.error) ? "error_beside_reward" : null, reports };
  if (facts.outputTokens === 0) return { rule: "output_tokens_zero", reports };
  if (contents.length > 0) return { rule: "output_empty", reports };
  if (isError(facts.error)) return { rule: "error_beside_reward", reports };
  return { rule: null, reports };
}
