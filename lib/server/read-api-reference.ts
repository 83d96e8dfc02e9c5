import { describeApi } from "@/lib/wire/openapi";
import type { Method, Operation } from "@/lib/wire/openapi/operation";
import type { JsonSchema } from "@/lib/wire/openapi/schema";

export interface ReferenceOperation extends Operation {
  readonly method: Method;
  /** As `/api/v1/runs/{run}`. */
  readonly path: string;
}

export interface ReferenceGroup {
  readonly title: string;
  /** Behind `/docs/reference/`. */
  readonly slug: string;
  readonly operations: readonly ReferenceOperation[];
}

export interface ApiReference {
  readonly groups: readonly ReferenceGroup[];
  readonly schemas: readonly (readonly [name: string, schema: JsonSchema])[];
}

const methods: readonly Method[] = ["get", "post", "put", "patch", "delete"];

function toSlug(title: string): string {
  return title.toLowerCase().replace(/[^a-z]+/g, "-");
}

let made: ApiReference | null = null;

/** The API by its own document: the one that requests are judged by and that is served as /api/v1/openapi.json. */
export function readApiReference(version: string): ApiReference {
  if (made !== null) return made;
  const { paths, tags, components } = describeApi(version);
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    methods.flatMap((method): ReferenceOperation[] => {
      const operation = byMethod[method];
      return operation === undefined ? [] : [{ ...operation, method, path }];
    }),
  );
  made = {
    groups: tags.map(({ name }) => ({
      title: name,
      slug: toSlug(name),
      operations: operations.filter((one) => one.tags.includes(name)),
    })),
    schemas: Object.entries(components.schemas),
  };
  return made;
}
