import { createHash } from "node:crypto";
import { RequestError } from "@/lib/client/client-error";
import { contextOf, type ImportOptions, placeOf, StepKnowledge } from "@/lib/importers/file-context";
import type { FileReport } from "@/lib/importers/file-report";
import { isSourceError } from "@/lib/importers/import-source";
import type { ImportTarget } from "@/lib/importers/import-target";
import type { FileContext } from "@/lib/importers/importer";
import { readBeside } from "@/lib/importers/read-beside";
import { sendCounts } from "@/lib/importers/send-counts";
import { startReports } from "@/lib/importers/start-reports";
import { isFileError } from "@/lib/server/file-source";
import { describeRefusal } from "@/lib/view/import-words";
import { type FileStat, isAboutDisk, readFileStat } from "./disk";
import type { FileTree } from "./file-tree";
import type { FollowedFile } from "./followed-file";
import { growsByLines, isContinued, planFollowed } from "./plan-followed";
import { sendLines, sendWhole } from "./send-file";

/** Files that belong together whose rows are being read: what is known of more is read again when it is needed. */
const keptStems = 1_000;

export interface FollowOptions extends ImportOptions {
  readonly step?: number | undefined;
}

export interface PassWatcher {
  /** What became of a file in this pass. */
  onReport(report: FileReport): void;
  onReplaced(name: string): void;
  /** The place reached has moved. */
  onPlace(): Promise<void>;
}

interface Planned {
  readonly file: FollowedFile;
  readonly stat: FileStat;
  readonly end: number;
}

/** What files that stand beside rows say of them. */
interface Beside {
  readonly known: StepKnowledge;
  /** Those that the disk did not give to their end: the next look asks it again. */
  readonly unread: ReadonlySet<FileReport>;
}

interface Stem {
  known: StepKnowledge | null;
  usedAt: number;
}

/** Reads what is new below a folder, once. */
export class FollowPass {
  readonly #root: string;
  readonly #tree: FileTree;
  readonly #target: ImportTarget;
  readonly #options: FollowOptions;
  readonly #watcher: PassWatcher;
  readonly #stems = new Map<string, Stem>();
  #passes = 0;

  constructor(root: string, tree: FileTree, target: ImportTarget, options: FollowOptions, watcher: PassWatcher) {
    this.#root = root;
    this.#tree = tree;
    this.#target = target;
    this.#options = options;
    this.#watcher = watcher;
  }

  /**
   * Sends what is new.
   *
   * @param isLast files are not looked at again.
   * @returns whether anything was new.
   * @throws what the target throws.
   */
  async run(isLast: boolean): Promise<boolean> {
    this.#passes++;
    const fresh = new Map<FollowedFile, Planned>();
    for (const file of this.#tree.files) {
      const planned = await this.#plan(file, isLast);
      if (planned !== null) fresh.set(file, planned);
    }
    const stems = new Map([...fresh.keys()].map(({ record }): [string, FollowedFile[]] => [record.stem, []]));
    for (const file of this.#tree.files) if (file.stat !== null) stems.get(file.record.stem)?.push(file);
    const inOrder = [...stems.values()];
    inOrder.sort((a, b) => (a[0]?.record.step ?? -1) - (b[0]?.record.step ?? -1));
    for (const files of inOrder) await this.#followStem(files, fresh);
    this.#forgetOldStems();
    return fresh.size > 0;
  }

  /** null where there is nothing new in a file, or it has not come to rest. */
  async #plan(file: FollowedFile, isLast: boolean): Promise<Planned | null> {
    const { stat } = file;
    const isWaiting = Date.now() < file.nextTryAt || (!growsByLines(file.record.name) && file.quiet === 0);
    const hasRest = isLast && file.unfinished > 0;
    if (stat === null || !(file.isDirty || hasRest) || (isWaiting && !isLast)) return null;
    const path = this.#tree.pathOf(file);
    const startedAt = Date.now();
    try {
      if (!(await isContinued(file, path, stat))) {
        file.restart(stat);
        this.#watcher.onReplaced(file.record.path);
      }
      const end = await planFollowed(this.#root, file, stat, this.#options.step ?? null, isLast);
      return { file, stat, end };
    } catch (error) {
      if (!isFileError(error)) throw error;
      // It may have been moved between the look and now: the next look finds out.
      file.refusal = error.message;
      return null;
    } finally {
      // What is not recognised may be large, and grow.
      file.nextTryAt = file.plan?.isSettled === true ? 0 : Date.now() + 20 * (Date.now() - startedAt);
    }
  }

  /** Files that belong together: what is beside the rows first, then rows, then counts. */
  async #followStem(files: readonly FollowedFile[], fresh: ReadonlyMap<FollowedFile, Planned>): Promise<void> {
    for (const file of files) await this.#orSkip(file);
    const byPlan = new Map(files.flatMap((file) => (file.plan === null ? [] : [[file.plan, file] as const])));
    const reports = startReports([...byPlan.keys()], this.#options.split);
    const fileOf = (report: FileReport) => byPlan.get(report.file);
    const isNew = (report: FileReport) => {
      const file = fileOf(report);
      return file !== undefined && fresh.has(file);
    };
    const { known, unread } = await this.#readBeside(reports, isNew);
    for (const report of reports) {
      const file = fileOf(report);
      if (file === undefined) continue;
      const planned = fresh.get(file);
      const isRead = (await this.#tryFile(file, planned, report, known)) && !unread.has(report);
      file.refusal = describeRefusal(report);
      if (planned !== undefined && isRead) file.settle(planned.stat);
      if (planned !== undefined || report.rows + report.refusals.count > 0) this.#watcher.onReport(report);
    }
  }

  async #readBeside(reports: readonly FileReport[], isNew: (report: FileReport) => boolean): Promise<Beside> {
    const taken = reports.filter(({ refusal }) => refusal === null);
    const unread = new Set<FileReport>();
    const stemName = reports[0]?.file.stem ?? "";
    const stem = this.#stems.get(stemName) ?? { known: null, usedAt: 0 };
    this.#stems.set(stemName, stem);
    stem.usedAt = this.#passes;
    const isBeside = ({ file: { recognition } }: FileReport) =>
      recognition.role !== "rows" || recognition.subsetKey !== undefined;
    const isSame = stem.known !== null && !taken.some((report) => isBeside(report) && isNew(report));
    if (isSame && stem.known !== null && !taken.some(({ file }) => isSubset(file.recognition)))
      return { known: stem.known, unread };
    const known = new StepKnowledge();
    for (const report of taken) {
      const isItsOwn = (error: unknown): error is Error => {
        if (isAboutDisk(error)) unread.add(report);
        return isAboutDisk(error) || isAboutContent(error);
      };
      await report.orRefuse(isItsOwn, () => readBeside(report, taken, known, this.#target, this.#options));
    }
    stem.known = unread.size === 0 ? known : null;
    return { known, unread };
  }

  /** @returns whether it was read as far as it was planned; where it was not, the next look finds out more. */
  async #tryFile(
    file: FollowedFile,
    planned: Planned | undefined,
    report: FileReport,
    known: StepKnowledge,
  ): Promise<boolean> {
    try {
      const isWrong = (error: unknown): error is Error => isAboutContent(error) && !isAboutDisk(error);
      await report.orRefuse(isWrong, () => this.#followFile(file, planned, report, known));
      return true;
    } catch (error) {
      if (!isAboutDisk(error) && !(error instanceof MovedError)) throw error;
      report.refusal = error.message;
      return false;
    }
  }

  /** @throws MovedError, and errors of the disk, where it can't be read now. */
  async #followFile(
    file: FollowedFile,
    planned: Planned | undefined,
    report: FileReport,
    known: StepKnowledge,
  ): Promise<void> {
    const { recognition } = report.file;
    if (report.refusal !== null || report.isFinished) return;
    if (recognition.role === "counts" && planned !== undefined) {
      if (this.#isAlone(report)) await sendCounts(report, this.#target, this.#options);
      else report.note = "not compared: several files of rollouts share this step, and it counts one of them";
    }
    if (recognition.role !== "rows") return;
    const context = contextOf(report.file, known, this.#options);
    const contextKey = this.#keyOf(report, context);
    const hasOtherContext = file.record.context !== "" && file.record.context !== contextKey;
    if (planned === undefined && !hasOtherContext) return;
    const path = this.#tree.pathOf(file);
    // Files before it may have been sent for hours: by now another may have its name.
    if (!file.isSame((await readFileStat(path, () => undefined)) ?? undefined)) throw new MovedError();
    const place = {
      ...placeOf(report.file, this.#options),
      format: recognition.format,
      step: report.file.step ?? undefined,
    };
    const send = (rows: readonly Uint8Array[]) => this.#target.sendRows(rows, place);
    const { onPlace } = this.#watcher;
    const { split } = this.#options;
    const sending = { file, report, split, rows: recognition, context, contextKey, send, onPlace };
    const isByLines = recognition.reading === "lines" && growsByLines(file.record.name);
    if (!isByLines) await sendWhole(sending);
    else await sendLines(sending, path, planned?.end ?? file.record.offset);
  }

  /** Whether a step holds no rows but those that belong to a file of counts. */
  #isAlone({ file: { step } }: FileReport): boolean {
    const ofStep = this.#tree.files.filter(({ record }) => record.role === "rows" && record.step === step);
    return new Set(ofStep.map(({ record }) => record.stem)).size <= 1;
  }

  /** What else than its own lines decides what the rows of a file are. */
  #keyOf({ file }: FileReport, context: FileContext): string {
    const { step, environment, split, generationsPerPrompt, rewardColumns } = this.#options;
    const chosen = context.chosen === null ? null : [...context.chosen].sort();
    const around = [[...context.inputFields], context.environment, chosen, file.isSettled, file.sourceName];
    return createHash("sha256")
      .update(JSON.stringify([around, step, environment, split, generationsPerPrompt, rewardColumns]))
      .digest("hex")
      .slice(0, 24);
  }

  /** A file that is known from before this process, and has to be looked into once more. */
  async #orSkip(file: FollowedFile): Promise<void> {
    const { stat, plan } = file;
    if (plan !== null || stat === null) return;
    try {
      await planFollowed(this.#root, file, stat, this.#options.step ?? null, false);
    } catch (error) {
      if (!isFileError(error)) throw error;
    }
  }

  #forgetOldStems(): void {
    const byUse = [...this.#stems].sort(([, a], [, b]) => b.usedAt - a.usedAt);
    const forgotten = new Set(byUse.slice(keptStems).map(([name]) => name));
    for (const name of forgotten) this.#stems.delete(name);
    for (const file of this.#tree.files) {
      if (file.plan === null || !forgotten.has(file.plan.stem)) continue;
      file.reading = null;
      file.forgetSent();
    }
  }
}

function isSubset(recognition: FileReport["file"]["recognition"]): boolean {
  return recognition.role === "rows" && recognition.subsetKey !== undefined;
}

/** Another file, or none, is where a file was when it was planned. */
class MovedError extends Error {
  override readonly name = "MovedError";

  constructor() {
    super("it was moved or replaced while others were read: what is new in it was not read yet");
  }
}

/** What is wrong with what stands in a file: it stays wrong until the file changes. */
function isAboutContent(error: unknown): error is Error {
  return isSourceError(error) || error instanceof RequestError;
}
