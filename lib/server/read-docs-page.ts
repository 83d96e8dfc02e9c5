import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type DocsPage, findDocsPage } from "@/lib/view/docs-pages";

/**
 * A page of the documentation as it lies in the project. Only pages of the list are read, whatever is asked for.
 *
 * @param root the project's folder. @returns null where there is no such page.
 */
export async function readDocsPage(
  root: string,
  slug: string,
): Promise<{ readonly page: DocsPage; readonly text: string } | null> {
  const page = findDocsPage(slug);
  return page === null ? null : { page, text: await readFile(join(root, page.file), "utf8") };
}
