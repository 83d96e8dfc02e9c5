import { makeBodies } from "./bodies";
import { sendAll } from "./load";

const url = process.argv[2] ?? "";
const batch = Number(process.argv[3]);
const rows = Number(process.argv[4]);
const conns = Number(process.argv[5]);
const bodies = makeBodies({ batch, payload: true, gzip: false }, rows);
const s = await sendAll({ url, bodies, gzip: false, connections: conns });
console.log((rows / s).toFixed(0), "rows/s");
