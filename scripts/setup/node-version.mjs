// Read by every launcher before anything else: no newer syntax than an old Node knows.
/** What to install, in words. */
export const wantedNode = "Node 20.19 or later, or 22.12 or later";

/** @param version as process.version has it. */
export function isFitNode(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}
