import { statfsSync } from "node:fs";

/** f_type of filesystems whose locks SQLite can't rely on (Linux, statfs(2)). */
const networkFilesystems: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB2"],
  [0x5346414f, "AFS"],
  [0x00c36400, "Ceph"],
  [0x0bd00bd0, "Lustre"],
  [0x47504653, "GPFS"],
  [0x01021997, "9P"],
  [0x19830326, "BeeGFS"],
  [0x65735546, "FUSE"],
]);

/** The name of a network filesystem by its statfs type, or null for a local one. */
export function networkFilesystemName(type: number): string | null {
  return networkFilesystems.get(type >>> 0) ?? null;
}

/** The network filesystem that a folder lies on, or null. */
export function readNetworkFilesystem(folder: string): string | null {
  return networkFilesystemName(statfsSync(folder).type);
}

/** f_type of proc and sysfs, where nothing can be kept. */
const kernelFilesystems: ReadonlySet<number> = new Set([0x9fa0, 0x62656572]);

export function isKernelFilesystem(folder: string): boolean {
  return kernelFilesystems.has(statfsSync(folder).type >>> 0);
}
