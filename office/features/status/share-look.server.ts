/** A cached answer, shared by all callers until it expires. */
export interface SharedLook<Answer> {
  (): Promise<Answer>;
  /** Invalidates the answer after a change. */
  forget: () => void;
}

/** Caches an answer for `lasts` milliseconds: many viewers cost one request. */
export function shareLook<Answer>(lasts: number, ask: () => Promise<Answer>): SharedLook<Answer> {
  let last: { at: number; answer: Promise<Answer> } | undefined;
  const forget = () => void (last = undefined);
  function request(): Promise<Answer> {
    if (last && Date.now() - last.at < lasts) return last.answer;
    const asked = { at: Date.now(), answer: ask() };
    asked.answer.catch(() => {
      if (last === asked) forget();
    });
    last = asked;
    return asked.answer;
  }
  return Object.assign(request, { forget });
}

/**
 * Batches concurrent calls: those made during a request share the next one. Nobody gets an answer
 * older than their call, and many calls at once cost two requests.
 */
export function shareNextLook<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let current: Promise<unknown> | undefined;
  let next: Promise<Answer> | undefined;
  function request(): Promise<Answer> {
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
