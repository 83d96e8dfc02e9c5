// Imported first by every launcher, before anything that an old Node would stumble over.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;

if (!supported) {
  console.error(
    `falsezero: needs Node 20.19 or later, or 22.12 or later; this is ${process.version}. See https://nodejs.org`,
  );
  process.exit(1);
}
