/** What is asked of the resources server, and what a step has to count then: worked out by hand. */

const sorts = { right: 20, wrong: 14, degraded: 6, masked: 10, judge: 5, bug: 3, key: 2 } as const;

/** Each task is rolled out so often. */
export const repeats = 5;

export interface Task {
  readonly wanted: string;
  readonly said: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** One task a line of NeMo Gym's input, for a step. */
export function listTasks(step: number): Task[] {
  return Object.entries(sorts).flatMap(([wanted, count]) =>
    Array.from({ length: count }, (_, index) => {
      const said = wanted === "wrong" ? "Rome" : "Paris";
      const text = `${wanted} ${index}: what is the capital of France? SAY ${said} END`;
      const content = [{ type: "input_text", text }];
      const row = {
        responses_create_params: { input: [{ role: "user", type: "message", content }] },
        expected_answer: "Paris",
        extraction_mode: "boxed",
        metadata: { wanted },
        falsezero_step: step,
      };
      return { wanted, said, row };
    }),
  );
}

/** The body of one call of /verify, as an agent sends it. */
export function toVerifyRequest(task: Task, taskIndex: number, rolloutIndex: number): object {
  const text = `\\boxed{${task.said}}`;
  const content = [{ type: "output_text", text, annotations: [] }];
  const message = { id: "msg_1", type: "message", role: "assistant", status: "completed", content };
  return {
    ...task.row,
    response: {
      id: `resp_${taskIndex}_${rolloutIndex}`,
      object: "response",
      created_at: 0,
      model: "stub",
      output: [message],
      parallel_tool_calls: true,
      tool_choice: "auto",
      tools: [],
    },
    _ng_task_index: taskIndex,
    _ng_rollout_index: rolloutIndex,
    agent_ref: { type: "responses_api_agents", name: "odd_answers_simple_agent" },
  };
}

/** What /verify answers that breaks: an exception becomes a 500. */
export function statusOf({ wanted }: Task): number {
  return wanted === "bug" || wanted === "key" ? 500 : 200;
}

/** 60 tasks, 5 times each: 200 scored of which 130 are 1, 50 masked, 25 of the judge, 25 that raised. */
export const expected = {
  expected: 300,
  received: 300,
  scored: 200,
  degraded: 30,
  masked: 50,
  unscored: 0,
  failed: 50,
  omitted: 0,
  unknown: 0,
  evidence_mean: 0.65,
};

export const liveKinds = {
  judge_failed: 25,
  judge_unparseable: 30,
  "odd_answers:configuration": 10,
  "odd_answers:key_error": 15,
  session_lost: 50,
};
