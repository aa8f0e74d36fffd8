/** Work that has not answered in the time it was given. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Settles as the work does, or rejects after the given milliseconds. The work itself goes on:
 * nothing here can stop it.
 *
 * @throws TimeoutError when the time is over.
 */
export async function withTimeout<Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new TimeoutError(`No answer in ${milliseconds} ms.`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
