/** The pages of the documentation: which file is read at which address. Only these are served. */
export interface DocsPage {
  /** Behind `/docs/`. */
  readonly slug: string;
  /** Path within the project. */
  readonly file: string;
  readonly title: string;
  /** What one finds there. */
  readonly about: string;
}

export interface DocsGroup {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

/** Where a page of the reference lists runs of this server, for its forms to offer. */
export const runChoices = "runs-to-ask-about";

function page(slug: string, title: string, about: string, file = `docs/${slug}.md`): DocsPage {
  return { slug, file, title, about };
}

export const docsGroups: readonly DocsGroup[] = [
  {
    title: "Send rollouts",
    pages: [
      page("python", "From Python", "One file without dependencies, for trainers and environments."),
      page("typescript", "From TypeScript", "The client that the command line is built on."),
      page(
        "importing",
        "Importing and exporting files",
        "Files of collectors and trainers, followed or at once; runs as files.",
      ),
      page("recipes", "Recipes", "A trainer wired up, line by line.", "docs/recipes/README.md"),
      page("recipes/own-trainer", "Your own trainer", "The four calls that a training loop makes."),
      page("recipes/nemo-rl", "NeMo-RL, wired", "Where its loop tells of steps and rollouts."),
      page("recipes/verl", "verl, wired", "A hook of its trainer."),
      page("recipes/trl", "TRL, wired", "A callback of its trainer."),
    ],
  },
  {
    title: "Producers",
    pages: [
      page("producers/nemo-gym", "NeMo Gym", "What its collector writes, and how it is read."),
      page("producers/nemo-gym-live", "NeMo Gym, live", "A resources server that reports as it goes."),
      page("producers/nemo-rl", "NeMo-RL", "Its dumps of training data."),
      page("producers/verl", "verl", "Its rollout dumps."),
      page("producers/verifiers", "verifiers", "Results of its evaluations."),
      page("producers/prime-rl", "prime-rl", "Its traces."),
      page("producers/rllm", "rLLM", "Its episodes."),
      page("producers/trl", "TRL", "Its tables of completions."),
    ],
  },
  {
    title: "Understand what is shown",
    pages: [
      page("glossary", "Glossary", "Every word that is used in one sense only."),
      page("detection", "Detection", "When a rate has moved, and what the verdict means."),
      page("statistics", "Statistics", "Every interval, test and estimate, with its formula and its source."),
      page("failure-kinds", "Failure kinds", "The registered names and what they mean."),
      page("compare", "Comparing runs", "What one did and the other did not, since when, and how sure that is."),
      page("report", "The post-mortem", "A run's story, written from data, edited by people, taken along as a file."),
      page("search", "Finding things", "The filter language, the search, keys and saved views."),
    ],
  },
  {
    title: "Run it",
    pages: [
      page("alerts", "Alerts", "Webhooks, what they are told, and how to check that it was us."),
      page("managing", "Managing runs", "Describe, archive, remove; retention, backup, doctor."),
      page("settings", "Settings", "Every process variable, and what holds unless it is set."),
      page("security", "Security", "What is protected, and how to report a hole.", "SECURITY.md"),
    ],
  },
  {
    title: "Build on it",
    pages: [
      page("api", "The API, explained", "Rows, identity, segments, limits; every address with an example."),
      page("architecture", "How it is built", "Rooms, rules and decisions."),
      page("store", "The store", "Every table and what is always true of it.", "db/README.md"),
    ],
  },
];

const all = docsGroups.flatMap(({ pages }) => pages);

export function findDocsPage(slug: string): DocsPage | null {
  return all.find((one) => one.slug === slug) ?? null;
}

function join(folder: string, path: string): string {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** Where a link of a page leads in the app; null where it leads nowhere here. */
export function toDocsHref(file: string, href: string): string | null {
  if (/^https?:\/\//.test(href)) return href;
  const [path = "", anchor] = href.split("#", 2);
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : "";
  const target = path === "" ? file : join(folder, path);
  const found = all.find((one) => one.file === target);
  if (found === undefined) return null;
  return `/docs/${found.slug}${anchor === undefined ? "" : `#${anchor}`}`;
}

/** What a heading is called in an address, as code hosts call it. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** Where the documents are written for. */
const writtenFor = "http://127.0.0.1:6161";

export interface ThisServer {
  readonly origin: string;
  /** Whether requests must carry a token. */
  readonly needsToken: boolean;
}

/** An example as it works here: with this server's address, and a place for the token where it asks for one. */
export function fillExample(code: string, language: string, { origin, needsToken }: ThisServer): string {
  const here = code.replaceAll(writtenFor, origin);
  if (!needsToken || !/^(sh|console)$/.test(language)) return here;
  return here.replace(
    /(^|[|(]\s*|\s)curl (?=.*(?:https?:|-))/gm,
    '$1curl -H "authorization: Bearer $FALSEZERO_TOKEN" ',
  );
}
