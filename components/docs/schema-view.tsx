import Link from "next/link";
import type { ReactNode } from "react";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { JsonSchema } from "@/lib/wire/openapi/schema";

const ref = /^#\/components\/schemas\/(\w+)$/;

/** Where a named schema stands. */
function schemaHref(name: string): string {
  return `/docs/reference/schemas#${name}`;
}

function isSchema(value: unknown): value is JsonSchema {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function listSchemas(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** What a value may be, in a line; named schemas as links. */
export function SchemaType({ schema }: { readonly schema: JsonSchema }): ReactNode {
  const name = ref.exec(schema.$ref ?? "")?.[1];
  if (name !== undefined) {
    return (
      <Link href={schemaHref(name)} prefetch={false} className="text-link underline decoration-1">
        {name}
      </Link>
    );
  }
  const choices = [...listSchemas(schema.anyOf), ...listSchemas(schema.oneOf)];
  if (choices.length > 0) {
    return choices.map((one, index) => (
      <span key={JSON.stringify(one)}>
        {index > 0 && " or "}
        <SchemaType schema={one} />
      </span>
    ));
  }
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum !== undefined)
    return <code className="wrap-anywhere">{schema.enum.map((one) => JSON.stringify(one)).join(" | ")}</code>;
  if (schema.type === "array" && isSchema(schema.items)) {
    return (
      <>
        list of <SchemaType schema={schema.items} />
      </>
    );
  }
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any");
  return (
    <>
      {[type, schema.format].filter(Boolean).join(", ")}
      {describeBounds(schema)}
    </>
  );
}

function describeBounds(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, maxItems } = schema;
  const big = Number.MAX_SAFE_INTEGER;
  const parts = [
    minimum === undefined || minimum <= -big ? null : `from ${minimum}`,
    maximum === undefined || maximum >= big ? null : `to ${maximum}`,
    minLength === undefined || minLength < 2 ? null : `at least ${minLength} characters`,
    maxLength === undefined ? null : `at most ${maxLength} characters`,
    maxItems === undefined ? null : `at most ${maxItems}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "" : `, ${parts.join(", ")}`;
}

/** Members of an object, one a row; objects within it beneath their member. */
export function SchemaTable({ schema, label }: { readonly schema: JsonSchema; readonly label: string }) {
  const { properties } = schema;
  if (properties === undefined) {
    return (
      <p className="mt-2 text-sm text-ink-2">
        <SchemaType schema={schema} />
      </p>
    );
  }
  return (
    <ScrollRegion label={label} className="mt-2 overflow-x-auto">
      <table className="grid-table min-w-[32rem]">
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>{listRows(schema, "")}</tbody>
      </table>
    </ScrollRegion>
  );
}

function listRows(schema: JsonSchema, prefix: string): ReactNode[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    if (!isSchema(inner)) return [];
    const items = inner.type === "array" && isSchema(inner.items) ? inner.items : inner;
    const nested =
      items.properties === undefined || prefix.split(".").length > 3 ? [] : listRows(items, `${prefix}${name}.`);
    return [
      <tr key={`${prefix}${name}`}>
        <td>
          <code className="wrap-anywhere">
            {prefix}
            {name}
          </code>
          {required.has(name) && <span className="text-xs text-ink-2"> required</span>}
        </td>
        <td className="text-ink-2">
          <SchemaType schema={inner} />
        </td>
        <td className="min-w-48">{inner.description}</td>
      </tr>,
      ...nested,
    ];
  });
}
