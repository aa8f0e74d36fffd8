/** Work that has not answered in the time it was given. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Settles as the work does, or rejects after the given milliseconds. The work itself goes on:
 * nothing here can stop it. An answer that has come while this process was held up is in time.
 *
 * @throws TimeoutError when the time is over.
 */
export async function withTimeout<Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new TimeoutError(`No answer in ${milliseconds} ms.`));
    // Timers run before what has arrived is read, and that before what is set for this turn's end.
    timer = setTimeout(() => setImmediate(giveUp), milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
