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
