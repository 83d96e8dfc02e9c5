import { isFitNode, wantedNode } from "./node-version.mjs";

// Imported first by every launcher, before anything that an old Node would stumble over.
if (!isFitNode(process.version)) {
  console.error(`falsezero: needs ${wantedNode}; this is ${process.version}. See https://nodejs.org`);
  process.exit(1);
}
