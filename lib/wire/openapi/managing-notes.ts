/** What the members of requests and answers about managing runs mean. */
import type { RemovalPost, WireRemoval } from "../run-removal";

type Notes<Fields> = Readonly<Record<keyof Fields, string>>;

const removal: Notes<WireRemoval> = {
  run: "The name in the address.",
  name: "Its title, where it has one.",
  contents:
    "All that goes with it. issues_only_here: failure issues that were seen in no other run; triaged_issues_only_here: those of them that somebody did something about, which stay. bytes: about.",
  asked_by: "Who asked for it, as they signed.",
  asked_at: "When, UTC; null: nobody asked for it.",
  due_at: "When it goes for good, UTC; null: nobody asked for it.",
  wait_minutes: "How long a run waits on this server unless a request says so.",
};

const removalPost: Notes<RemovalPost> = {
  name: "The run's name again, to the letter.",
  wait_minutes: "How long it can be brought back; as FALSEZERO_REMOVAL_MINUTES says unless told.",
  by: "Who asks for it.",
};

export const managingNotes = { Removal: removal, RemovalPost: removalPost } as const;
