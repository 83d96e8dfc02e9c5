import { join } from "node:path";
import { isFolderThere, leadsOutside } from "./disk";

/** What a person should know of the folder that is followed, beside its files; told when it changes. */
export class Surroundings {
  readonly #root: string;
  readonly #note: (text: string) => void;
  /** Links that were told of. */
  readonly #told = new Set<string>();
  #isThere: boolean;

  /** @param isThere whether the folder is there, as far as has been told. */
  constructor(root: string, isThere: boolean, note: (text: string) => void) {
    this.#root = root;
    this.#isThere = isThere;
    this.#note = note;
  }

  /** @param links that were found in the folder, as paths below it. */
  async look(links: readonly string[]): Promise<void> {
    await this.#lookForFolder();
    for (const path of links) {
      // What it leads to may be another folder tomorrow, whose rows would take the place of these.
      if (this.#told.has(path) || !(await leadsOutside(this.#root, join(this.#root, path)))) continue;
      this.#told.add(path);
      this.#note(
        `${path} is a link to a folder elsewhere, and is not followed: watch that folder by its own path, or import it`,
      );
    }
  }

  async #lookForFolder(): Promise<void> {
    const isThere = await isFolderThere(this.#root);
    if (isThere === this.#isThere) return;
    this.#isThere = isThere;
    if (isThere) this.#note(`The folder ${this.#root} is there now, and is followed.`);
    else this.#note(`The folder ${this.#root} is gone: it is waited for. What was sent of its files stays in the run.`);
  }
}
