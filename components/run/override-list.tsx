"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import type { RunOverride } from "@/lib/core/override";
import { visibleText } from "@/lib/view/format";
import { describeOverride } from "@/lib/view/override-words";
import { sendAct } from "./send-act";

interface OverrideListProps {
  readonly run: string;
  readonly overrides: readonly RunOverride[];
}

/** What people did, with dates and authors; what holds can be taken back, which is kept as well. */
export function OverrideList({ run, overrides }: OverrideListProps) {
  return (
    <ul className="flex flex-col gap-1.5">
      {overrides.map((override) => (
        <OverrideRow key={override.id} run={run} override={override} />
      ))}
    </ul>
  );
}

function OverrideRow({ run, override }: { readonly run: string; readonly override: RunOverride }) {
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: string | null }>({
    busy: false,
    error: null,
  });
  const { id, kind, note, author, createdAt, withdrawnAt } = override;
  const canWithdraw = withdrawnAt === null && (kind === "accept" || kind === "expect");

  async function withdraw() {
    setState({ busy: true, error: null });
    const error = await sendAct(run, { as: "withdraw", override: id });
    setState({ busy: false, error });
  }

  return (
    <li className="text-xs leading-5 text-ink-2">
      <span className={withdrawnAt === null ? "text-ink" : "line-through"}>
        <bdi className="wrap-anywhere">{visibleText(describeOverride(override))}</bdi>
      </span>{" "}
      <Time at={createdAt} as="minute" />
      {author !== null && (
        <>
          {" by "}
          <bdi className="wrap-anywhere">{visibleText(author)}</bdi>
        </>
      )}
      {withdrawnAt !== null && (
        <>
          {", withdrawn "}
          <Time at={withdrawnAt} as="minute" />
        </>
      )}
      {canWithdraw && (
        <Button kind="quiet" className="ms-1 h-6 px-1.5 text-xs" disabled={state.busy} onClick={withdraw}>
          Withdraw
        </Button>
      )}
      {note !== null && (
        <bdi className="block wrap-anywhere whitespace-pre-line" dir="auto">
          {visibleText(note)}
        </bdi>
      )}
      {state.error !== null && (
        <span role="alert" className="block text-critical">
          {state.error}
        </span>
      )}
    </li>
  );
}
