/** The work did not finish in time. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Settles like the work, or rejects after the given milliseconds. Does not cancel the work. An
 * answer that arrived while the process was blocked counts as in time.
 *
 * @throws TimeoutError after the given time.
 */
export async function withTimeout<Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const expire = () => reject(new TimeoutError(`No answer in ${milliseconds} ms.`));
    // setImmediate runs after pending I/O is read, unlike the timer itself.
    timer = setTimeout(() => setImmediate(expire), milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
