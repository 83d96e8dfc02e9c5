#!/usr/bin/env node
import "./setup/check-node.mjs";
import { say } from "./setup/project.mjs";
import { getCommandLineReady } from "./setup/ready.mjs";

try {
  await getCommandLineReady();
} catch (error) {
  say(error.message);
  process.exit(1);
}
await import(new URL("../dist/falsezero.mjs", import.meta.url).href);
