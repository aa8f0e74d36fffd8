/** Ends a send that takes too long, with as much time for each of its steps as that step may take. */
export interface SendLimit {
  /** Aborted when the time of a step is over. */
  signal: AbortSignal;
  /** Begins a step that may take so many milliseconds; the time of the one before no longer counts. */
  begin(milliseconds: number): void;
  /** Ends the last step. */
  end(): void;
}

/** Starts with a first step that may take so many milliseconds. */
export function startSendLimit(milliseconds: number): SendLimit {
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  function begin(within: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => giveUp.abort(), within).unref();
  }
  begin(milliseconds);
  return { signal: giveUp.signal, begin, end: () => clearTimeout(timer) };
}
