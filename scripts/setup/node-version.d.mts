export const wantedNode: string;
export function isFitNode(version: string): boolean;
