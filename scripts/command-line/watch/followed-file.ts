import type { PlannedFile } from "@/lib/importers/plan-import";
import { emptyDigest, type FileStat } from "./disk";
import type { LineReading } from "./line-reading";
import type { FileRecord } from "./watch-state";

/** Keys of rows that are kept so as not to send them twice while a file is still being recognised. */
const keptKeys = 10_000;

/** A file that is followed: what is kept of it for good, and what only this process knows. */
export class FollowedFile {
  record: FileRecord;
  stat: FileStat | null = null;
  plan: PlannedFile | null = null;
  reading: LineReading | null = null;
  /** Looks in a row that found it as it was. */
  quiet = 0;
  /** ms; not looked into before, because that took long. */
  nextTryAt = 0;
  /** Lines up to here were judged before: what is refused in them was told. */
  judged = 0;
  /** Lines that an earlier content had, and this one may not. */
  formerLines = 0;
  /** What a last line holds that has no end yet, bytes. */
  unfinished = 0;
  /** Why it is not taken. */
  refusal: string | null = null;
  saidRefusal: string | null = null;
  readonly #sent = new Set<string>();

  constructor(record: FileRecord) {
    this.record = record;
  }

  /** @param name what its rows are named by: of a file that was rotated before it was read, where it was written. */
  static start(name: string, path: string, ordinal: number, stat: FileStat): FollowedFile {
    const { inode } = stat;
    const place = { goneSince: null, size: -1, modifiedMs: 0, offset: 0, lines: 0, digest: emptyDigest, context: "" };
    const nature = { role: "", stem: "", step: null };
    const file = new FollowedFile({ name, path, isGone: false, ordinal, inode, ...place, ...nature });
    file.stat = stat;
    return file;
  }

  /** What it was found to be. */
  know(plan: PlannedFile): void {
    this.plan = plan;
    this.record = { ...this.record, role: plan.recognition.role, stem: plan.stem, step: plan.step };
  }

  /**
   * Whether it is the file that the record is about, by the disk's own number for it. Which disk is not asked, since that
   * has another number when it is mounted again: should another file have this one's, its content tells.
   */
  isSame(stat: FileStat | undefined): stat is FileStat {
    return stat?.inode === this.record.inode;
  }

  see(stat: FileStat): void {
    const isAsBefore = this.stat?.size === stat.size && this.stat.modifiedMs === stat.modifiedMs;
    this.quiet = isAsBefore ? this.quiet + 1 : 0;
    this.stat = stat;
    if (this.record.goneSince !== null) this.record = { ...this.record, goneSince: null };
  }

  /** It is nowhere. @param now epoch ms. */
  miss(now: number): void {
    this.stat = null;
    if (this.record.goneSince === null) this.record = { ...this.record, goneSince: now };
  }

  /** Whether it was not read to its end as it is now. */
  get isDirty(): boolean {
    return (
      this.stat !== null && (this.stat.size !== this.record.size || this.stat.modifiedMs !== this.record.modifiedMs)
    );
  }

  /** Read to the end as it was when that began. */
  settle(stat: FileStat): void {
    this.record = { ...this.record, size: stat.size, modifiedMs: stat.modifiedMs };
  }

  /** It has another content now: everything is read again, under the same names. */
  restart(stat: FileStat): void {
    this.formerLines = Math.max(this.formerLines, this.record.lines);
    this.reading = null;
    this.plan = null;
    this.judged = 0;
    this.#sent.clear();
    const { inode } = stat;
    this.record = { ...this.record, goneSince: null, inode, size: -1, offset: 0, lines: 0, digest: emptyDigest };
    this.stat = stat;
    this.quiet = 0;
  }

  /** Whether a row was acknowledged before, as it is. */
  wasSent(key: string): boolean {
    return this.#sent.has(key);
  }

  noteSent(keys: readonly string[]): void {
    if (this.#sent.size + keys.length <= keptKeys) for (const key of keys) this.#sent.add(key);
  }

  forgetSent(): void {
    this.#sent.clear();
  }
}
