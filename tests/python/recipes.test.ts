/** The code of the recipes, as it stands on their pages, against stand-ins with the signatures of the trainers. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documents, listBlocks, readDocument } from "../documents";
import { Talk } from "../http/talk";
import { type RealServer, startServer } from "../real-server";
import { runPython } from "./python";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

let folder: string;
let server: RealServer;
let talk: Talk;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "falsezero-recipes-"));
  server = await startServer();
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the page's recipe by the program of the same name, and waits until it has told everything. */
async function cook(page: string): Promise<void> {
  const recipe = listBlocks(readDocument(`docs/recipes/${page}.md`)).find(({ note }) => note === "recipe");
  writeFileSync(join(folder, "recipe.py"), recipe?.code ?? "");
  const { stderr } = await runPython([join(here, "recipes", `cook_${page.replace("-", "_")}.py`)], {
    PYTHONPATH: [folder, join(here, "stand-ins"), join(root, "public")].join(":"),
    FALSEZERO_URL: server.url,
    FALSEZERO_SPOOL: join(folder, "spool"),
  });
  expect(stderr).toBe("");
}

test("every page of recipes has one, and a program that uses it", () => {
  const pages = readdirSync("docs/recipes").filter((file) => file !== "README.md");
  for (const page of pages) {
    const notes = listBlocks(readDocument(`docs/recipes/${page}`)).map(({ note }) => note);
    expect({ page, recipes: notes.filter((note) => note === "recipe").length }).toEqual({ page, recipes: 1 });
  }
  const programs = readdirSync(join(here, "recipes")).map((file) =>
    file.replace("cook_", "").replace(".py", ".md").replace("_", "-"),
  );
  expect(programs.sort()).toEqual(pages.sort());
});

test("parts that are shown only are Python at least", async () => {
  const parts = documents.flatMap((file) => listBlocks(readDocument(file)).filter(({ note }) => note === "notrun"));
  expect(parts.length).toBeGreaterThan(3);
  for (const { code } of parts) await runPython(["-c", "import ast, sys; ast.parse(sys.argv[1])", code], {});
});

test("own trainer: rollouts without a result are failed, and each step has its checkpoint", async () => {
  await cook("own-trainer");
  const steps = await talk.steps("own-trainer");
  expect(steps).toMatchObject(
    [1, 2, 3].map((step) => ({
      step,
      expected: 8,
      received: 8,
      scored: 6,
      failed: 2,
      kinds: { agent_timeout: { count: 2 } },
      reward: { evidence: { n: 6, mean: 0.5 } },
    })),
  );
  const run = await talk.run("own-trainer");
  expect(run).toMatchObject({ state: "finished", group_size: 4, annotations: [{ text: "the last step", step: 3 }] });
});

test("NeMo-RL: a backend that reports samples, what the trainer masked, and the settings", async () => {
  await cook("nemo-rl");
  const steps = await talk.steps("nemo-rl");
  expect(steps).toMatchObject([
    { step: 1, received: 8, scored: 8, trainer_masked: 0, complete: true, groups: { n: 2 } },
    { step: 2, received: 8, scored: 8, trainer_masked: 3, complete: true, groups: { n: 2 } },
  ]);
  expect(await talk.steps("nemo-rl", { split: "eval" })).toMatchObject([{ step: 2, scored: 2 }]);
  expect(await talk.run("nemo-rl")).toMatchObject({
    state: "finished",
    config: { grpo: { num_generations_per_prompt: 4 } },
  });
});

test("TRL: every completion with the reward that its function gave, None being unscored", async () => {
  await cook("trl");
  const steps = await talk.steps("trl");
  expect(steps).toMatchObject(
    [1, 2].map((step) => ({ step, received: 8, scored: 7, unscored: 1, groups: { n: 2 }, suspected_false_zeros: 1 })),
  );
  expect(await talk.steps("trl", { split: "eval" })).toMatchObject([{ step: 2, received: 3, scored: 3 }]);
});

test("verl: what is dumped, with what a reward function says of failures", async () => {
  await cook("verl");
  const steps = await talk.steps("verl");
  expect(steps).toMatchObject([
    { step: 1, received: 8, scored: 8, masked: 0, suspected_false_zeros: 1, groups: { n: 2 } },
    { step: 2, received: 8, scored: 6, masked: 2, kinds: { session_lost: { count: 2 } } },
  ]);
  expect(await talk.steps("verl", { split: "eval" })).toMatchObject([{ step: 2, scored: 2 }]);
  expect(await talk.run("verl")).toMatchObject({ on_failed: "zero", state: "finished" });
});
