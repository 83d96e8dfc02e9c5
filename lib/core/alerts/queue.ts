/** What is written of the queue of notices, each in one commit. */
import type { Attempt, NewNotice, NoticeEvent, NoticeState } from "./notice";

/** How a queue was tidied before it is sent from. */
export interface QueueChange {
  readonly webhook: string;
  readonly absorbed: readonly { readonly notice: number; readonly by: number }[];
  readonly moot: readonly number[];
  readonly renamed: readonly { readonly notice: number; readonly event: NoticeEvent }[];
  /** A notice that takes the place of several. */
  readonly summary: { readonly notice: NewNotice; readonly of: readonly number[] } | null;
}

/** What a try of a notice came to. */
export interface AttemptOutcome {
  readonly notice: number;
  readonly webhook: string;
  readonly attempt: Attempt;
  readonly state: Extract<NoticeState, "waiting" | "sent" | "given_up">;
  readonly why: string | null;
  readonly isRefusal: boolean;
  /** Of this notice alone; null: with the next that is due. */
  readonly nextTryAt: number | null;
  /** Of everything for this webhook; null: it answers. */
  readonly webhookNextTryAt: number | null;
}
