import type { Logger } from './logger.ts';

/** Milliseconds after which a process that is stopping is forced to exit. */
const shutdownDeadline = 9_000;

/** Stops cleanly on the first signal or loss of the parent; an uncaught error ends the process. */
export function stopOnSignal(logger: Logger, stop: () => Promise<unknown>): void {
  let isStopping = false;
  async function onSignal(signal: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    const deadline = setTimeout(() => {
      logger.error({ deadline: shutdownDeadline }, 'shutdown timed out');
      process.exit(1);
    }, shutdownDeadline);
    deadline.unref();
    try {
      await stop();
      logger.info('stopped');
      process.exit(0);
    } catch (error) {
      logger.error({ err: error }, 'shutdown failed');
      process.exit(1);
    }
  }
  // By default, Node.js would print the error's message, which may quote what a visitor typed.
  process.once('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'process failed');
    process.exit(1);
  });
  process.once('SIGTERM', (signal) => void onSignal(signal));
  process.once('SIGINT', (signal) => void onSignal(signal));
  process.once('disconnect', () => void onSignal('disconnect'));
}

export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Does not cancel the work. An answer that came while the process was blocked is in time.
 * @throws TimeoutError after the given milliseconds.
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

/** Repeats a read until the process ends, and keeps what it read last if a read fails. */
export function refreshEvery(interval: number, read: () => Promise<void>) {
  const refresh = () => read().catch(() => undefined);
  const timer = setInterval(() => void refresh(), interval);
  timer.unref();
  return { refresh, stop: () => clearInterval(timer) };
}
