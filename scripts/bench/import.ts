import { spawn } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type MakeRow, makeGymRow, makeRlRow, writeRows } from "./import-files";
import { makeFolder, startFalsezero } from "./server-process";

const root = fileURLToPath(new URL("../..", import.meta.url));

const shapes: readonly { readonly name: string; readonly file: string; readonly makeRow: MakeRow }[] = [
  { name: "NeMo Gym", file: "rollouts.jsonl", makeRow: makeGymRow },
  { name: "NeMo-RL", file: "train_data_step1.jsonl", makeRow: makeRlRow },
];

interface Ended {
  readonly out: string;
  readonly seconds: number;
  /** The most memory it ever held, MB, by the kernel's own count. */
  readonly peakMb: number;
}

/** Runs a program of ours to its end, and asks the kernel what it took. */
async function run(program: readonly string[]): Promise<Ended> {
  const startedAt = performance.now();
  const reporter = `process.on("exit",()=>process.stderr.write("peak="+process.resourceUsage().maxRSS+"\\n"))`;
  const child = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(reporter)}`, ...program],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
  );
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${program.join(" ")} ended with ${code}\n${err}${out}`);
  const kilobytes = Number(/peak=(\d+)/.exec(err)?.[1] ?? Number.NaN);
  return { out, seconds: (performance.now() - startedAt) / 1_000, peakMb: kilobytes / 1_024 };
}

/** The peak of a process that still runs, MB; NaN beyond Linux. */
async function readPeakMb(pid: number | undefined): Promise<number> {
  const { readFile } = await import("node:fs/promises");
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}

/** Import of one large file, beside a bare JSON.parse of its lines in the same run. */
export async function benchImport(gigabytes: number): Promise<void> {
  console.log("MB/s of one file: read, mapped, sent and stored by an import; its lines through JSON.parse alone");
  console.log("shape         MB     rows     import       bare   ratio   peak of the import   of the server");
  const folder = makeFolder();
  try {
    for (const { name, file, makeRow } of shapes) {
      const path = join(folder, file);
      const rows = await writeRows(path, gigabytes * 1e9, makeRow);
      const megabytes = statSync(path).size / 1e6;
      const bare = await run(["--import", "tsx", join(root, "scripts/bench/bare-parse.ts"), path]);
      const bareSeconds = Number(JSON.parse(bare.out).seconds);
      const server = await startFalsezero();
      const command = ["import", path, "--run", "bench", "--step", "1", "--url", server.url, "--json"];
      const imported = await run([join(root, "dist/falsezero.mjs"), ...command]);
      const serverPeak = await readPeakMb(server.pid);
      await server.stop();
      rmSync(path);
      const { inserted } = JSON.parse(imported.out);
      if (inserted !== rows) throw new Error(`${inserted} of ${rows} rows were stored`);
      const [rate, bareRate] = [megabytes / imported.seconds, megabytes / bareSeconds];
      const cells = [
        name.padEnd(10),
        megabytes.toFixed(0).padStart(6),
        String(rows).padStart(9),
        rate.toFixed(0).padStart(11),
        bareRate.toFixed(0).padStart(11),
        (rate / bareRate).toFixed(2).padStart(8),
        `${imported.peakMb.toFixed(0)} MB`.padStart(21),
        `${serverPeak.toFixed(0)} MB`.padStart(16),
      ];
      console.log(cells.join(""));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
