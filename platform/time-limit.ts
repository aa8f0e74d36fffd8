/** Work that has not answered in the time it was given. */
export class TimeLimitError extends Error {
  override name = 'TimeLimitError';
}

/**
 * Settles as the work does, or rejects after the given milliseconds. The work itself goes on:
 * nothing here can stop it.
 *
 * @throws TimeLimitError when the time is over.
 */
export async function withTimeLimit<Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new TimeLimitError(`No answer in ${milliseconds} ms.`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
