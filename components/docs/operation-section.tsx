import { CodeBlock } from "@/components/ui/code-block";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { ThisServer } from "@/lib/view/docs-pages";
import type { Method, Operation, Parameter, RequestBody } from "@/lib/wire/openapi/operation";
import type { JsonSchema } from "@/lib/wire/openapi/schema";
import { SchemaType } from "./schema-view";
import { type TriedParameter, TryIt } from "./try-it";

interface OperationSectionProps {
  readonly operation: Operation & { readonly method: Method; readonly path: string };
  readonly server: ThisServer;
  /** A run of this server, to be asked about; null where there is none. */
  readonly run: string | null;
}

/** One address with one method: what it takes, what it answers, and how it is asked. */
export function OperationSection({ operation, server, run }: OperationSectionProps) {
  const { method, path, operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const good = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const bad = Object.entries(responses).filter(([status]) => !status.startsWith("2"));
  return (
    <section
      id={operationId}
      aria-labelledby={`${operationId}-title`}
      className="scroll-mt-4 border-t border-hairline py-7"
    >
      <h2 id={`${operationId}-title`} className="text-lg font-semibold">
        {summary}
      </h2>
      <p className="mt-1 wrap-anywhere">
        <code>
          <span className="font-semibold text-accent">{method.toUpperCase()}</span> {path}
        </code>{" "}
        <a href={`#${operationId}`} className="quiet-link text-sm text-ink-2" aria-label={`Link to ${summary}`}>
          #
        </a>
      </p>
      {description !== undefined && <p className="mt-3 max-w-[46rem] text-[0.9375rem] leading-6">{description}</p>}
      {parameters.length > 0 && <Parameters parameters={parameters} label={`Parameters: ${summary}`} />}
      {requestBody !== undefined && <Body body={requestBody} />}
      <div className="mt-4 max-w-[54rem]">
        <CodeBlock code={toCurl(operation, server)} label="Example" />
      </div>
      <h3 className="mt-4 text-sm font-semibold">Answers</h3>
      <ul className="mt-1 text-sm">
        {good.map(([status, { description: words, content = {} }]) => (
          <li key={status} className="py-1">
            <code>{status}</code> {words}{" "}
            <span className="text-ink-2">
              <Contents content={content} />
            </span>
          </li>
        ))}
      </ul>
      <details className="mt-1 text-sm">
        <summary className="text-ink-2">Problems ({bad.length})</summary>
        <ul className="pt-1">
          {bad.map(([status, { description: words }]) => (
            <li key={status} className="py-1">
              <code>{status}</code> {words}
            </li>
          ))}
        </ul>
      </details>
      {method === "get" && (
        <TryIt id={operationId} path={path} summary={summary} parameters={parameters.flatMap(toTried)} run={run} />
      )}
    </section>
  );
}

function toTried({ name, in: place, required = false, schema, example }: Parameter): TriedParameter[] {
  if (place === "header" || name === "labels") return [];
  const choices = (schema.enum ?? []).map(String);
  return [{ name, place, required, choices, example: example === undefined ? "" : String(example) }];
}

function Contents({ content }: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }) {
  return Object.entries(content).map(([type, { schema }], index) => (
    <span key={type}>
      {index > 0 && "; "}
      <code>{type}</code>: <SchemaType schema={schema} />
    </span>
  ));
}

function Parameters({ parameters, label }: { readonly parameters: readonly Parameter[]; readonly label: string }) {
  return (
    <ScrollRegion label={label} className="mt-3 overflow-x-auto">
      <table className="grid-table min-w-[32rem]">
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ name, in: place, required = false, description, schema }) => (
            <tr key={`${place} ${name}`}>
              <td>
                <code>{name}</code>
                <span className="text-xs text-ink-2">
                  {" "}
                  {place}
                  {required && ", required"}
                </span>
              </td>
              <td className="text-ink-2">
                <SchemaType schema={schema} />
              </td>
              <td className="min-w-48">{description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Body({ body }: { readonly body: RequestBody }) {
  return (
    <p className="mt-3 max-w-[46rem] text-sm">
      <span className="font-semibold">Body.</span> {body.description}{" "}
      <span className="text-ink-2">
        <Contents content={body.content} />
      </span>
    </p>
  );
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A call that works as it stands but for the names of what is asked about. */
function toCurl(
  { method, path, parameters = [], requestBody }: OperationSectionProps["operation"],
  { origin, needsToken }: ThisServer,
): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = parameters.find((one) => one.name === name)?.example;
    return encodeURIComponent(String(example ?? name.toUpperCase()));
  });
  const lines = [`curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quote(`${origin}${address}`)}`];
  if (needsToken) lines.push('-H "authorization: Bearer $FALSEZERO_TOKEN"');
  const json = requestBody?.content["application/json"];
  const [example] = Object.values(json?.examples ?? {});
  if (example !== undefined)
    lines.push("-H 'content-type: application/json'", `-d ${quote(JSON.stringify(example.value))}`);
  else if (requestBody?.content["multipart/form-data"] !== undefined) lines.push("-F file=@rollouts.jsonl");
  return lines.join(" \\\n  ");
}
