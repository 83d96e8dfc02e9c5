import type { ReactNode } from "react";
import { SectionHeading } from "@/components/ui/section-heading";
import { formatBytes, formatCount } from "@/lib/view/format";
import { formatBinaryBytes } from "@/lib/view/limit-words";

interface ServerSettingsProps {
  readonly storage: {
    readonly engine: string;
    readonly schemaVersion: number;
    readonly databaseBytes: number;
    readonly walBytes: number;
    readonly runs: number;
    readonly rollouts: number;
    readonly dirtySteps: number;
  };
  readonly freeBytes: number | null;
  readonly settings: {
    readonly dataFolder: string;
    readonly payloads: "none" | "slim" | "full";
    readonly limits: {
      readonly bodyBytes: number;
      readonly unpackedBytes: number;
      readonly rowBytes: number;
      readonly rows: number;
      readonly depth: number;
    };
    readonly hosts: readonly string[];
    readonly webhookHosts: readonly string[];
    /** Names of the tokens that requests can carry. */
    readonly tokens: readonly string[];
    readonly listensAt: string;
    readonly linksBeginWith: string;
  };
  readonly version: string;
  readonly node: string;
}

interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  /** The process variable that changes it. */
  readonly setting?: string;
}

const payloadWords = {
  none: "nothing",
  slim: "the last 64 kB, without token ids, log-probabilities and images",
  full: "all of it",
} as const;

function listOr(list: readonly string[], none: string): string {
  return list.length === 0 ? none : list.join(", ");
}

/** What the server keeps, what it takes, and which process variable changes that. */
export function ServerSettings({ storage, freeBytes, settings, version, node }: ServerSettingsProps) {
  const { limits } = settings;
  const free = freeBytes === null ? "not told by the filesystem" : formatBytes(freeBytes);
  return (
    <div className="mt-12 grid gap-x-12 gap-y-10 lg:grid-cols-2">
      <FactSection
        title="Storage"
        facts={[
          { name: "Runs", value: formatCount(storage.runs) },
          { name: "Rollouts that count", value: formatCount(storage.rollouts) },
          { name: "Database", value: formatBytes(storage.databaseBytes) },
          { name: "Write-ahead log", value: formatBytes(storage.walBytes) },
          { name: "Free on its disk", value: free },
          { name: "Steps to be summarised", value: formatCount(storage.dirtySteps) },
          {
            name: "Folder",
            value: <code className="wrap-anywhere">{settings.dataFolder}</code>,
            setting: "FALSEZERO_DATA",
          },
        ]}
      >
        Nothing is removed but by somebody, or by a rule above. Answers kept for <code>Idempotency-Key</code> go after 7
        days.
      </FactSection>
      <FactSection
        title="Access"
        facts={[
          { name: "Listens at", value: settings.listensAt, setting: "HOST, PORT" },
          { name: "Links of notices begin with", value: settings.linksBeginWith, setting: "FALSEZERO_PUBLIC_URL" },
          {
            name: "Tokens",
            value: listOr(settings.tokens, "none; whoever reaches this server may do all"),
            setting: "FALSEZERO_TOKEN, FALSEZERO_TOKENS",
          },
          {
            name: "Other host names",
            value: settings.tokens.length > 0 ? "any, with a token" : listOr(settings.hosts, "none"),
            setting: "FALSEZERO_HOSTS",
          },
          {
            name: "Notices may go to",
            value: listOr(settings.webhookHosts, "any host"),
            setting: "FALSEZERO_WEBHOOK_HOSTS",
          },
        ]}
      />
      <FactSection
        title="What is taken"
        facts={[
          { name: "Kept of a row’s text", value: payloadWords[settings.payloads], setting: "FALSEZERO_PAYLOADS" },
          { name: "Body, as sent", value: formatBinaryBytes(limits.bodyBytes), setting: "FALSEZERO_MAX_BODY_BYTES" },
          {
            name: "Body, unpacked",
            value: formatBinaryBytes(limits.unpackedBytes),
            setting: "FALSEZERO_MAX_UNPACKED_BYTES",
          },
          { name: "Row", value: formatBinaryBytes(limits.rowBytes), setting: "FALSEZERO_MAX_ROW_BYTES" },
          { name: "Rows of a body", value: formatCount(limits.rows), setting: "FALSEZERO_MAX_ROWS" },
          { name: "Levels of nesting", value: formatCount(limits.depth), setting: "FALSEZERO_MAX_DEPTH" },
        ]}
      >
        Settings are process variables, read when the server starts.
      </FactSection>
      <FactSection
        title="Versions"
        facts={[
          { name: "Falsezero", value: version },
          { name: "Schema", value: String(storage.schemaVersion) },
          { name: "Engine", value: storage.engine },
          { name: "Node.js", value: node.replace(/^v/, "") },
        ]}
      />
    </div>
  );
}

function FactSection({
  title,
  facts,
  children,
}: {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly children?: ReactNode;
}) {
  return (
    <section aria-label={title}>
      <SectionHeading>{title}</SectionHeading>
      <dl>
        {facts.map(({ name, value, setting }) => (
          <div
            key={name}
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 border-b border-hairline py-1.5 text-sm"
          >
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">
              {value}
              {setting !== undefined && <code className="block text-xs text-ink-2">{setting}</code>}
            </dd>
          </div>
        ))}
      </dl>
      {children !== undefined && <p className="mt-2 text-sm text-ink-2">{children}</p>}
    </section>
  );
}
