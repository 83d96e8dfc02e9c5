import "./setup/check-node.mjs";
import { root, say } from "./setup/project.mjs";
import { getReady } from "./setup/ready.mjs";

process.chdir(root);
try {
  await getReady();
} catch (error) {
  say(error.message);
  process.exit(1);
}
process.env.NODE_ENV = "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
await import(new URL("../dist/serve.mjs", import.meta.url).href);
