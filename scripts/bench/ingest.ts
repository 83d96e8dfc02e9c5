import { type BodyShape, makeBodies } from "./bodies";
import { sendAll } from "./load";
import { median } from "./quantile";
import { type ServerProcess, startBare, startFalsezero } from "./server-process";

const shapes: readonly (BodyShape & { readonly connections: number; readonly rows: number })[] = [
  { batch: 1, payload: false, gzip: false, connections: 64, rows: 300_000 },
  { batch: 1, payload: true, gzip: false, connections: 64, rows: 150_000 },
  { batch: 64, payload: false, gzip: false, connections: 8, rows: 60_000 },
  { batch: 64, payload: true, gzip: false, connections: 8, rows: 60_000 },
  { batch: 64, payload: true, gzip: true, connections: 8, rows: 60_000 },
  { batch: 512, payload: false, gzip: false, connections: 4, rows: 150_000 },
  { batch: 512, payload: true, gzip: false, connections: 4, rows: 300_000 },
  { batch: 512, payload: true, gzip: true, connections: 4, rows: 300_000 },
];

/** Each pair is measured this often, in turns; the middle one counts. */
const rounds = 3;

interface Measured {
  /** Rows a second. */
  readonly rate: number;
  /** Processor time of the server a row, all threads, µs. */
  readonly cpuUs: number;
}

async function measure(
  start: () => Promise<ServerProcess>,
  path: string,
  shape: (typeof shapes)[number],
  bodies: readonly Buffer[],
): Promise<Measured> {
  const server = await start();
  try {
    const load = { url: `${server.url}${path}`, gzip: shape.gzip, connections: shape.connections };
    // A part of it first: both are measured warm, when their code is compiled.
    const warm = Math.ceil(bodies.length / 5);
    await sendAll({ ...load, bodies: bodies.slice(0, warm) });
    const cpuBefore = server.cpuMs();
    const seconds = await sendAll({ ...load, bodies: bodies.slice(warm) });
    const rows = (bodies.length - warm) * shape.batch;
    return { rate: rows / seconds, cpuUs: ((server.cpuMs() - cpuBefore) * 1_000) / rows };
  } finally {
    await server.stop();
  }
}

/** Ingest beside a bare server, in turns on one machine, in rows a second and as ratios. */
export async function benchIngest(only: string | undefined): Promise<void> {
  console.log("rows a second, ours (full durability) and bare (see bare-server.ts); medians of 3 in turns");
  console.log("batch  payload  encoding  connections      ours      bare  ratio  CPU µs a row");
  for (const shape of shapes) {
    const name = `${shape.batch}/${shape.payload ? "2kB" : "slim"}/${shape.gzip ? "gzip" : "identity"}`;
    if (only !== undefined && !name.startsWith(only)) continue;
    const bodies = makeBodies(shape, shape.rows);
    const ours: Measured[] = [];
    const bare: Measured[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await measure(startFalsezero, "/api/v1/runs/bench/rollouts", shape, bodies));
      bare.push(await measure(startBare, "/", shape, bodies));
    }
    const rate = (measured: readonly Measured[]) => median(measured.map((one) => one.rate));
    const cpu = (measured: readonly Measured[]) => median(measured.map((one) => one.cpuUs)).toFixed(0);
    const [mine, theirs] = [rate(ours), rate(bare)];
    const cells = [
      String(shape.batch).padEnd(7),
      (shape.payload ? "2 kB" : "slim").padEnd(9),
      (shape.gzip ? "gzip" : "identity").padEnd(10),
      String(shape.connections).padEnd(13),
      mine.toFixed(0).padStart(8),
      theirs.toFixed(0).padStart(10),
      (mine / theirs).toFixed(2).padStart(7),
      `${cpu(ours)} / ${cpu(bare)}`.padStart(13),
    ];
    console.log(cells.join(""));
  }
}
