import type { WorldCandidate } from "./infer-world";
import type { StepSummary } from "./step-summary";

interface Known<Bucket> {
  readonly members: readonly StepSummary[];
  readonly width: number;
  readonly view: WorldCandidate;
  readonly bucket: Bucket;
}

/** Small buckets are made again: remembering them would take more room than it saves time. */
const rememberedFrom = 5;

function isSameView(a: WorldCandidate, b: WorldCandidate): boolean {
  return a.world === b.world && a.baseline === b.baseline && a.normalised === b.normalised;
}

/**
 * Buckets that were made of the very same summaries: of a long run, a page finds nearly all of its points made. A summary
 * never changes, a step that does has a new one; a bucket is kept with its first summary, and goes with it.
 */
export class BucketMemory<Bucket> {
  readonly #known = new WeakMap<StepSummary, Known<Bucket>>();

  /** @param members of increasing step, all of one bucket of this width. @param make what is remembered: pure. */
  read(members: readonly StepSummary[], width: number, view: WorldCandidate, make: () => Bucket): Bucket {
    const [first] = members;
    if (first === undefined || members.length < rememberedFrom) return make();
    const known = this.#known.get(first);
    const isSame =
      known !== undefined &&
      known.width === width &&
      isSameView(known.view, view) &&
      known.members.length === members.length &&
      known.members.every((member, index) => member === members[index]);
    if (isSame) return known.bucket;
    const bucket = make();
    this.#known.set(first, { members, width, view, bucket });
    return bucket;
  }
}
