import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { planFile } from "@/lib/importers/plan-import";
import { startReports } from "@/lib/importers/start-reports";
import { toUnreadable } from "@/lib/server/file-source";
import { planPaths } from "./find-sources";

const rollout = '{"responses_create_params":{},"response":{"output":[]},"reward":1}\n';
const input = '{"responses_create_params":{},"_ng_task_index":0,"_ng_rollout_index":0}\n';
let root = "";

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "falsezero-plan-"));
});

afterEach(async () => rm(root, { recursive: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

async function plan(path: string, step: number | null = null) {
  const files = await planPaths([join(root, path)], step);
  return files.map(({ shown, sourceName, step: found, recognition }) => [shown, sourceName, found, recognition.role]);
}

it("walks a folder, reads steps from it, and leaves out what is hidden, unfinished or of another kind", async () => {
  await write({
    "step_2/a.jsonl": rollout,
    "step_10/rank_0/a.jsonl": rollout,
    "step_10/.hidden.jsonl": rollout,
    "step_10/a.jsonl.partial": rollout,
    "step_10/a.part-3.jsonl": rollout,
    ".cache/a.jsonl": rollout,
    "notes.txt": "x",
    "package.json": '{"name":"x"}',
    "empty_failures.jsonl": "\n",
    "other.jsonl": '{"text":"x"}\n',
  });
  expect(await plan("")).toEqual([
    ["empty_failures.jsonl", "empty_failures.jsonl", null, "empty"],
    ["other.jsonl", "other.jsonl", null, "refused"],
    ["package.json", "package.json", null, "unneeded"],
    ["step_10/rank_0/a.jsonl", "step_10/rank_0/a.jsonl", 10, "rows"],
    ["step_2/a.jsonl", "step_2/a.jsonl", 2, "rows"],
  ]);
});

it("takes the companions of a file of rollouts with it, and no companions of a companion", async () => {
  await write({
    "step_5/run.jsonl": rollout,
    "step_5/run_materialized_inputs.jsonl": input,
    "step_5/run_coverage.json": '{"expected":1,"measured":1}',
    "step_5/run_aggregate_metrics.json": "broken",
    "step_5/other.jsonl": rollout,
  });
  expect(await plan("step_5/run.jsonl")).toEqual([
    ["run.jsonl", "step_5/run.jsonl", 5, "rows"],
    ["run_materialized_inputs.jsonl", "step_5/run_materialized_inputs.jsonl", 5, "inputs"],
    ["run_coverage.json", "step_5/run_coverage.json", 5, "counts"],
    ["run_aggregate_metrics.json", "step_5/run_aggregate_metrics.json", 5, "unneeded"],
  ]);
  expect(await plan("step_5/run_materialized_inputs.jsonl")).toHaveLength(1);
});

it("reads what is packed under its own name, and refuses what only says so", async () => {
  await write({ "step_5/fake.jsonl.gz": rollout });
  await writeFile(join(root, "step_5/run.jsonl.gz"), gzipSync(rollout));
  expect(await plan("step_5")).toEqual([
    ["fake.jsonl.gz", "fake.jsonl.gz", null, "refused"],
    ["run.jsonl.gz", "step_5/run.jsonl", 5, "rows"],
  ]);
});

it("believes rows that say their step, whatever is told", async () => {
  await write({ "12.jsonl": '{"input":"i","output":"o","score":1,"step":12}\n' });
  expect(await plan("12.jsonl", 0)).toEqual([["12.jsonl", "step_12/12.jsonl", 12, "rows"]]);
});

it("believes a step that is told over the path's, and refuses by name what was asked for", async () => {
  await write({ "step_5/a.jsonl": rollout, "x.json": "{}" });
  expect(await plan("step_5", 7)).toEqual([["a.jsonl", "step_7/a.jsonl", 7, "rows"]]);
  expect(await plan("x.json")).toEqual([["x.json", "x.json", null, "refused"]]);
});

it("names rows alike from the folder of a run, of a step, and of one file in it", async () => {
  await write({ "runs/step_5/a.jsonl": rollout });
  const names = await Promise.all(["runs", "runs/step_5", "runs/step_5/a.jsonl"].map((path) => plan(path)));
  expect(names.map(([file]) => file?.[1])).toEqual(Array(3).fill("step_5/a.jsonl"));
});

it("finds what belongs to a packed file, packed or not, and to one that holds half a line", async () => {
  await write({
    "half.jsonl": rollout.slice(0, 20),
    "half_materialized_inputs.jsonl": input,
    "packed_coverage.json": '{"expected":1,"measured":1}',
  });
  await writeFile(join(root, "packed.jsonl.gz"), gzipSync(rollout));
  await writeFile(join(root, "packed_materialized_inputs.jsonl.gz"), gzipSync(input));
  const shown = async (path: string) => (await plan(path, 1)).map(([name, , , role]) => [name, role]);
  expect(await shown("half.jsonl")).toEqual([
    ["half.jsonl", "refused"],
    ["half_materialized_inputs.jsonl", "inputs"],
  ]);
  expect(await shown("packed.jsonl.gz")).toEqual([
    ["packed.jsonl.gz", "rows"],
    ["packed_materialized_inputs.jsonl.gz", "inputs"],
    ["packed_coverage.json", "counts"],
  ]);
});

it("reports a link that goes round in a circle by its name, and reads its neighbours", async () => {
  await write({ "step_1/a.jsonl": rollout });
  await symlink("loop.jsonl", join(root, "step_1/loop.jsonl"));
  const files = await planPaths([root], null);
  expect(files.map(({ shown, recognition }) => [shown, recognition.role])).toEqual([
    ["step_1/a.jsonl", "rows"],
    ["step_1/loop.jsonl", "refused"],
  ]);
  expect(files[1]?.recognition).toMatchObject({ saw: expect.stringContaining("ELOOP") });
});

it("tells of what is in a folder and can't be read, by its name", async () => {
  await write({ "step_1/a.jsonl": rollout, "step_1/a.jsonl.1": rollout });
  await symlink("nowhere", join(root, "step_1/dangling.jsonl"));
  await symlink("itself.jsonl", join(root, "step_1/itself.jsonl"));
  execFileSync("mkfifo", [join(root, "step_1/pipe.jsonl")]);
  await symlink("/dev/zero", join(root, "step_1/zero.jsonl"));
  await writeFile(
    Buffer.concat([Buffer.from(join(root, "step_1/bad")), Buffer.from([0xff, 0xfe]), Buffer.from(".jsonl")]),
    rollout,
  );
  const files = await planPaths([join(root, "step_1")], null);
  const refusals = files.map(({ shown, recognition }) => [
    shown,
    recognition.role === "refused" ? recognition.saw : null,
  ]);
  expect(refusals).toEqual([
    ["a.jsonl", null],
    ["a.jsonl.1", expect.stringContaining("rotated away")],
    ["bad\ufffd\ufffd.jsonl", expect.stringContaining("not UTF-8")],
    ["dangling.jsonl", expect.stringContaining("leads nowhere")],
    ["itself.jsonl", expect.stringMatching(/ELOOP|symbolic links/)],
    ["pipe.jsonl", expect.stringContaining("a pipe")],
    ["zero.jsonl", expect.stringContaining("a device")],
  ]);
});

it("refuses by its name what was named and can't be taken, and takes its neighbours", async () => {
  await write({ "a.jsonl": rollout, "plain/x": "" });
  await symlink("loop", join(root, "loop"));
  execFileSync("mkfifo", [join(root, "pipe.jsonl")]);
  const [good, loop, pipe, nowhere, below] = ["a.jsonl", "loop", "pipe.jsonl", "nowhere", "plain/x/b.jsonl"].map(
    (name) => join(root, name),
  );
  const files = await planPaths(
    [loop, good, pipe, nowhere, below, ""].map((path) => path ?? ""),
    1,
  );
  const refusals = files.map(({ shown, recognition }) => [
    shown,
    recognition.role === "refused" ? recognition.saw : recognition.role,
  ]);
  expect(refusals).toEqual([
    [loop, expect.stringMatching(/^it is a link that goes round in a circle: .*; nothing of it was taken$/)],
    ["a.jsonl", "rows"],
    // Opening it would wait for whoever writes to it.
    [pipe, expect.stringMatching(/^a pipe, a socket or a device, and no file/)],
    [nowhere, "there is no file or folder of that name; nothing of it was taken"],
    [below, "there is no file or folder of that name; nothing of it was taken"],
    ['""', "an empty path, such as of a variable that is not set; nothing of it was taken"],
  ]);
});

it("leaves out documents of nobody's in a folder, and where a shell named all that is in it; one named alone is refused", async () => {
  await write({ "a.jsonl": rollout, "config.json": '{"model":"m"}', "package.json": '{\n"name":"n"\n}' });
  const roles = async (paths: readonly string[]) => {
    const files = await planPaths(
      paths.map((path) => join(root, path)),
      1,
    );
    return Object.fromEntries(files.map(({ shown, recognition }) => [shown, recognition.role]));
  };
  const all = { "a.jsonl": "rows", "config.json": "unneeded", "package.json": "unneeded" };
  expect(await roles(["."])).toEqual(all);
  expect(await roles(["a.jsonl", "config.json", "package.json"])).toEqual(all);
  expect(await roles(["config.json"])).toEqual({ "config.json": "refused" });
});

it("calls a folder that may not be read by its name, named or found", async () => {
  await write({ "out/a.jsonl": rollout, "out/closed/b.jsonl": rollout });
  for (const folder of ["out/closed", "out"]) {
    await chmod(join(root, "out"), 0o755);
    await chmod(join(root, folder), 0o000);
    await chmod(root, 0o755);
    // Root may read everything.
    const before = process.geteuid?.() ?? 0;
    if (before === 0) process.seteuid?.(65_534);
    const files = await planPaths([join(root, folder)], 1).finally(() => before === 0 && process.seteuid?.(0));
    await chmod(join(root, folder), 0o755);
    expect(files.map(({ shown, recognition }) => [shown, "saw" in recognition ? recognition.saw : "taken"])).toEqual([
      [folder === "out" ? "out/" : "closed/", expect.stringMatching(/^it may not be read by this user: .*EACCES/)],
    ]);
  }
});

it("names links that can't be followed whatever they are called: a folder of rollouts may be meant", async () => {
  await write({ "a.jsonl": rollout });
  await symlink("latest", join(root, "latest"));
  await symlink("nowhere", join(root, "old"));
  const files = await planPaths([root], 1);
  expect(
    files.map(({ shown, recognition }) => [shown, "reason" in recognition ? recognition.reason : "taken"]),
  ).toEqual([
    ["a.jsonl", "taken"],
    ["latest", expect.stringContaining("a link that goes round in a circle")],
    ["old", "a link that leads nowhere"],
  ]);
});

it("says of a file that was removed meanwhile that it is gone", async () => {
  const gone = Object.assign(new Error("ENOENT: no such file or directory, open 'x.jsonl'"), { syscall: "open" });
  const [report] = startReports([await planFile(toUnreadable("x.jsonl", "x.jsonl", gone), null, true)], undefined);
  expect(report?.refusal).toBe(
    "it was there a moment ago and is gone, moved or removed: import it from where it is now " +
      "(ENOENT: no such file or directory, open 'x.jsonl'); nothing of it was taken",
  );
});

it("takes several paths, and what is named itself once, as what was named", async () => {
  await write({
    "a.jsonl": rollout,
    "a_failures.jsonl": "",
    "b.jsonl": rollout,
    "b_coverage.json": '{"expected":1,"measured":1}',
    "more/c.jsonl": rollout,
  });
  const paths = ["a.jsonl", "a_failures.jsonl", "more", "b.jsonl", "more/c.jsonl", "b.jsonl"];
  const files = await planPaths(
    paths.map((path) => join(root, path)),
    1,
  );
  expect(files.map(({ shown, recognition }) => [shown, recognition.role])).toEqual([
    ["a.jsonl", "rows"],
    ["a_failures.jsonl", "empty"],
    ["b.jsonl", "rows"],
    ["b_coverage.json", "counts"],
    ["c.jsonl", "rows"],
  ]);
});

it("follows links to folders, each folder once and by its own name, and says which it leaves out", async () => {
  await write({ "run/step_5/a.jsonl": rollout, "elsewhere/step_6/b.jsonl": rollout });
  await symlink("step_5", join(root, "run/latest"));
  await symlink("../elsewhere", join(root, "run/linked"));
  await symlink("../run", join(root, "elsewhere/back"));
  await symlink("..", join(root, "run/step_5/up"));
  await symlink("../..", join(root, "run/step_5/above"));
  const files = await planPaths([join(root, "run")], null);
  expect(
    files.map(({ shown, step, recognition }) => [shown, step, "reason" in recognition ? recognition.reason : "taken"]),
  ).toEqual([
    ["step_5/a.jsonl", 5, "taken"],
    ["step_5/above/", null, expect.stringContaining("above the one that is imported")],
    ["latest/", null, expect.stringContaining("it is step_5/ by another name")],
    ["linked/step_6/b.jsonl", 6, "taken"],
    ["step_5/up/", null, expect.stringContaining("the folder that is imported by another name")],
    ["linked/back/", null, expect.stringContaining("the folder that is imported by another name")],
  ]);
});

it("says of what can't be read what happened, what it means and what to do, and of a step how the command takes it", async () => {
  await write({ "stepless.jsonl": rollout });
  await writeFile(join(root, "cut.jsonl.gz"), gzipSync(rollout.repeat(9)).subarray(0, 40));
  await writeFile(join(root, "cut.parquet"), "PAR1 and no more");
  const denied = Object.assign(new Error("EACCES: permission denied, open 'x.jsonl'"), { syscall: "open" });
  const files = [
    ...(await planPaths([root], null)),
    await planFile(toUnreadable("x.jsonl", "x.jsonl", denied), null, true),
  ];
  const refusals = startReports(files, undefined).map(({ file, refusal }) => [file.shown, refusal]);
  expect(Object.fromEntries(refusals)).toEqual({
    "cut.jsonl.gz":
      "it is damaged or cut short, and can't be unpacked further: copy it again from where it was written; nothing of it was taken",
    "cut.parquet": expect.stringMatching(
      /^it is a parquet file that is damaged or cut short \(.+\): write or copy it again; nothing of it was taken$/,
    ),
    "stepless.jsonl": expect.stringContaining("give one with --step N,"),
    "x.jsonl":
      "it may not be read by this user: import it as its owner, or let others read it (EACCES: permission denied, open 'x.jsonl'); nothing of it was taken",
  });
});
