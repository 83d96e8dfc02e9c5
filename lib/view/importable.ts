/** Whose files can be imported, in words: wherever a reader is asked for files. */
export const importable =
  "NeMo Gym, NeMo-RL, verl, verifiers, prime-rl, rLLM and TRL, rows as they are posted, and exports of runs";
