import type { RunSentence } from "@/lib/view/sentence-parts";
import { type SentenceDoors, SentenceText } from "./sentence-text";

interface RunSentenceProps extends SentenceDoors {
  readonly sentence: RunSentence;
}

/** The answer, in a sentence, above everything. */
export function RunSentenceHeading({ sentence, ...doors }: RunSentenceProps) {
  return (
    <h1 className="max-w-[58rem] xl:min-h-[6.125rem] pt-5 pb-4 text-lg leading-[1.55rem] font-medium tracking-[-0.015em] wrap-anywhere sm:text-lead sm:leading-[1.9375rem]">
      <SentenceText parts={sentence.parts} {...doors} />
    </h1>
  );
}
