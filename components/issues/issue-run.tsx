"use client";
import { createContext, type ReactNode, useContext } from "react";
import { Name } from "@/components/ui/name";
import { ReconstructionNote } from "@/components/ui/reconstruction-note";
import { reconstructionTag } from "@/lib/core/run";

const Reconstructions = createContext<readonly string[]>([]);

interface ReconstructionsProviderProps {
  /** Names of the runs that are reconstructions. */
  readonly runs: readonly string[];
  readonly children: ReactNode;
}

export function ReconstructionsProvider({ runs, children }: ReconstructionsProviderProps) {
  return <Reconstructions.Provider value={runs}>{children}</Reconstructions.Provider>;
}

/** The name of a run that an issue was seen in, said to be a reconstruction where it is one. */
export function IssueRun({ run, limit }: { readonly run: string; readonly limit: number }) {
  const isReconstruction = useContext(Reconstructions).includes(run);
  return (
    <>
      <Name text={run} limit={limit} />
      {isReconstruction && (
        <>
          {" "}
          <ReconstructionNote tags={[reconstructionTag]} short />
        </>
      )}
    </>
  );
}
