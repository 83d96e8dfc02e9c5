import { BlockList, isIP } from "node:net";
import { Problem } from "@/lib/core/errors";

/** Link-local addresses: clouds answer there with credentials of the machine, and nobody receives notices there. */
const noTargets = new BlockList();
noTargets.addSubnet("169.254.0.0", 16, "ipv4");
noTargets.addSubnet("fe80::", 10, "ipv6");
noTargets.addAddress("fd00:ec2::254", "ipv6");
// The same by way of NAT64 and 6to4.
noTargets.addSubnet("64:ff9b::a9fe:0", 112, "ipv6");
noTargets.addSubnet("2002:a9fe::", 32, "ipv6");

/** Whether an IP address is one that notices are never sent to. */
export function isNoTarget(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "");
  const family = isIP(bare);
  return family !== 0 && noTargets.check(bare, family === 6 ? "ipv6" : "ipv4");
}

function isAllowed(hostname: string, hosts: readonly string[]): boolean {
  return (
    hosts.length === 0 ||
    hosts.some((host) => (host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host))
  );
}

/**
 * Why notices can't be sent to an address, in words that do not repeat it; null where they can.
 *
 * @param hosts those of FALSEZERO_WEBHOOK_HOSTS; empty: any.
 */
export function findTargetFault(text: string, hosts: readonly string[]): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return "is no address; give one that begins with https:// or http://";
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return "has to begin with https:// or http://";
  if (url.username !== "" || url.password !== "") {
    return "holds a user name or a password, which would be shown; receivers know us by the signature";
  }
  if (isNoTarget(url.hostname)) return "is a link-local address, which no receiver has";
  if (!isAllowed(url.hostname, hosts)) return "leads to a host that FALSEZERO_WEBHOOK_HOSTS does not name";
  return null;
}

/** @throws Problem `invalid_request` for an address that notices can't be sent to. */
export function checkTarget(url: string, hosts: readonly string[]): void {
  const fault = findTargetFault(url, hosts);
  if (fault !== null) throw new Problem("invalid_request", `The webhook's url ${fault}.`, { path: "url" });
}
