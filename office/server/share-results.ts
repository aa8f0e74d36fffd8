/** Caches a result for `ttl` milliseconds, so that many viewers share one request. */
export function shareResult<Result>(ttl: number, ask: () => Promise<Result>) {
  let last: { at: number; result: Promise<Result> } | undefined;
  return (): Promise<Result> => {
    if (last && performance.now() - last.at < ttl) return last.result;
    const asked = { at: performance.now(), result: ask() };
    asked.result.catch(() => {
      if (last === asked) last = undefined;
    });
    last = asked;
    return asked.result;
  };
}

/**
 * Batches concurrent calls. All calls made during a request share the next request, so that a
 * result is never older than the call. Many simultaneous calls cost two requests.
 */
export function shareNextResult<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<unknown> | undefined;
  let next: Promise<Result> | undefined;
  function request(): Promise<Result> {
    const asked = ask();
    const ended = asked
      .catch(() => undefined)
      .then(() => {
        if (current === ended) current = undefined;
      });
    current = ended;
    next = undefined;
    return asked;
  }
  return () => {
    if (!current) return request();
    return (next ??= current.then(request));
  };
}
