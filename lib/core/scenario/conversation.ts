import type { Random } from "./random";

const sites = ["maps", "library", "shop", "tickets", "wiki", "forum", "bank", "calendar"] as const;

const tasks = [
  "Find the opening hours of the branch in the city centre.",
  "Put the cheapest item with at least four stars into the basket.",
  "Book two seats next to each other for the last show on Friday.",
  "Change the delivery address of the newest order.",
  "Tell me who last edited the page about tidal power.",
  "Move the appointment on Tuesday to the first free slot after lunch.",
  "Download the statement of last month as a PDF.",
  "Sort the search results by date and open the oldest one.",
] as const;

const actions = ["click", "type", "scroll", "goto", "read"] as const;

/** The prompt of one group: the same for all of its rollouts. */
export interface Task {
  readonly site: string;
  readonly prompt: string;
}

export interface Conversation {
  readonly input: readonly object[];
  readonly output: readonly object[];
}

export function makeTask(random: Random): Task {
  return { site: random.pick(sites), prompt: random.pick(tasks) };
}

/** The rollout's input and output items; a rollout that came to nothing has no output items. */
export function makeConversation(random: Random, task: Task, turns: number, solved: boolean): Conversation {
  const input = [
    { role: "system", content: `You control a browser. Start at https://${task.site}.example/.` },
    { role: "user", content: task.prompt },
  ];
  if (turns === 0) return { input, output: [] };
  const output: object[] = [];
  for (let turn = 1; turn <= Math.min(turns - 1, 3); turn++) {
    const id = `call_${random.hex(8)}`;
    const target = `#${random.pick(["nav", "list", "form", "row", "dialog"])}-${random.integer(1, 40)}`;
    output.push(
      { type: "function_call", call_id: id, name: random.pick(actions), arguments: JSON.stringify({ target }) },
      { type: "function_call_output", call_id: id, output: `${target}: ${random.integer(3, 60)} elements` },
    );
  }
  const text = solved ? "Done: the page confirms it." : random.pick(givenUp);
  output.push({ type: "message", role: "assistant", content: [{ type: "output_text", text }] });
  return { input, output };
}

const givenUp = [
  "I could not find it on this site.",
  "Done: I opened the first result.",
  "The form did not accept the value.",
] as const;
