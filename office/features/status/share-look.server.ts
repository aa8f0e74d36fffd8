/** An answer that everybody who asks shares, for as long as it is not older than it may be. */
export interface SharedLook<Answer> {
  (): Promise<Answer>;
  /** Has whoever asks next look anew, because something was changed. */
  forget: () => void;
}

/** Asks anew only when the answer is older than so many milliseconds: many viewers cost one look. */
export function shareLook<Answer>(lasts: number, ask: () => Promise<Answer>): SharedLook<Answer> {
  let last: { at: number; answer: Promise<Answer> } | undefined;
  const forget = () => void (last = undefined);
  function look(): Promise<Answer> {
    if (last && Date.now() - last.at < lasts) return last.answer;
    const asked = { at: Date.now(), answer: ask() };
    asked.answer.catch(() => {
      if (last === asked) forget();
    });
    last = asked;
    return asked.answer;
  }
  return Object.assign(look, { forget });
}

/**
 * Asks for what has to be of now: whoever asks while a look is under way shares the next one, so that
 * nobody gets what was before they asked, and many who ask at once cost two looks.
 */
export function shareNextLook<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underway: Promise<unknown> | undefined;
  let next: Promise<Answer> | undefined;
  function look(): Promise<Answer> {
    const asked = ask();
    const ended = asked
      .catch(() => undefined)
      .then(() => {
        if (underway === ended) underway = undefined;
      });
    underway = ended;
    next = undefined;
    return asked;
  }
  return () => {
    if (!underway) return look();
    return (next ??= underway.then(look));
  };
}
