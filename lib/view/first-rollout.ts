/** How a first rollout is sent to this server: commands that work as they are. */

export interface Snippet {
  readonly label: string;
  readonly code: string;
}

/** A run name for examples; anything goes. */
const exampleRun = "my-run";

function writeCurl(origin: string, needsToken: boolean): string {
  const token = needsToken ? `\n  -H "authorization: Bearer $FALSEZERO_TOKEN" \\` : "";
  return `curl ${origin}/api/v1/runs/${exampleRun}/rollouts \\${token}
  -H "content-type: application/json" \\
  -d '{"step": 1, "group": "0", "sample": 0, "reward": 1.0, "mask_sample": false}'`;
}

function writePython(origin: string, needsToken: boolean): string {
  const token = needsToken ? "  # and FALSEZERO_TOKEN from the environment" : "";
  return `import falsezero  # curl -O ${origin}/falsezero.py

fz = falsezero.Run("${exampleRun}", url="${origin}")${token}
fz.step(2, expected=2)
fz.log({"group": "0", "sample": 0, "reward": 1.0})
fz.log({"group": "0", "sample": 1, "reward": 0.0,
        "mask_sample": True, "failure_kind": "session_lost"})
fz.finish()`;
}

/** The three ways in, with this server's own address. */
export function listFirstRolloutSnippets(origin: string, needsToken: boolean): readonly Snippet[] {
  return [
    { label: "From a shell", code: writeCurl(origin, needsToken) },
    { label: "From Python, with one file of ours", code: writePython(origin, needsToken) },
    {
      label: "Files that a collector wrote",
      code: `npx falsezero import rollouts.jsonl --run ${exampleRun} --step 1 --url ${origin}`,
    },
  ];
}

/**
 * This server's address as its reader reached it.
 *
 * @param host the Host header; null where there is none.
 * @param protocol what a proxy in front says, as in X-Forwarded-Proto.
 */
export function toOrigin(host: string | null, protocol: string | null): string {
  const scheme = protocol?.split(",")[0]?.trim() === "https" ? "https" : "http";
  return host !== null && /^[\w.:[\]-]+$/.test(host) ? `${scheme}://${host}` : `${scheme}://127.0.0.1:6161`;
}
