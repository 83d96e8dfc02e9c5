/** `npm run bench -- ingest [512/2kB]`: what the product's speed is, beside something to compare it with. */
import { benchIngest } from "./ingest";

const [name, only] = process.argv.slice(2);
switch (name) {
  case "ingest":
    await benchIngest(only);
    break;
  default:
    console.error("usage: npm run bench -- ingest");
    process.exit(2);
}
