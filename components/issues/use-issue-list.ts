"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { readAnswer } from "@/components/ui/read-answer";
import { onServerReturn } from "@/components/ui/server-reach";
import type { IssuePage } from "@/lib/core/issues/issue-filter";
import { parseIssueList } from "@/lib/wire/issue";
import { useNews } from "./use-news";

/** `gone`: the run that the list is narrowed to is no more. */
type ListState = "ready" | "loading" | "failed" | "gone" | "outdated";

/**
 * A list of issues at an address of the API, read again when the address or any run changes. What is shown stays until
 * something newer is there.
 */
export function useIssueList(path: string, initial: IssuePage, revision: string) {
  const [page, setPage] = useState(initial);
  const [state, setState] = useState<ListState>("ready");
  /** The address that what is shown answers. */
  const [answered, setAnswered] = useState(path);
  const shown = useRef(path);
  const asked = useRef<AbortController | null>(null);

  const read = useCallback(async () => {
    asked.current?.abort();
    const controller = new AbortController();
    asked.current = controller;
    const answer = await readAnswer(path, controller.signal, parseIssueList);
    if (controller.signal.aborted) return;
    shown.current = path;
    if (answer.as === "read") {
      setPage(answer.value);
      setAnswered(path);
    }
    setState(answer.as === "read" ? "ready" : answer.as);
  }, [path]);

  useEffect(() => {
    if (shown.current === path) return;
    setState("loading");
    void read();
  }, [path, read]);
  useEffect(() => () => asked.current?.abort(), []);

  useEffect(() => onServerReturn(() => void read()), [read]);
  useNews(revision, read);
  return { page, state, isOfAnother: answered !== path, readAgain: read };
}
