"use client";

import { useCallback, useState } from "react";
import { toSentence } from "./ask-api";

interface Acting {
  readonly isBusy: boolean;
  /** What the last act that failed says; null where none did. */
  readonly error: string | null;
  /** Does one thing at the reader's word. What it throws is said, not thrown. */
  readonly act: (work: () => Promise<void>) => Promise<void>;
}

/** Whether something is being done, and why it was not. */
export function useAct(): Acting {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const act = useCallback(async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (thrown) {
      setError(toSentence(thrown));
    }
    setBusy(false);
  }, []);
  return { isBusy, error, act };
}
