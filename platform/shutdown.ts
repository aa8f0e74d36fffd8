import type { Logger } from './logger.ts';

/** Milliseconds after which a process that does not stop by itself is ended. */
const shutdownDeadline = 9_000;

/**
 * Runs `stop` once when the process is asked to end (SIGTERM, SIGINT, or the end of a parent that
 * holds an IPC channel to it), and ends it when `stop` is done or the deadline has passed. A fault
 * that nothing has caught is logged, and ends it at once.
 */
export function stopOnSignal(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  async function onSignal(signal: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    const deadline = setTimeout(() => {
      logger.error({ deadline: shutdownDeadline }, 'stopping took too long');
      process.exit(1);
    }, shutdownDeadline);
    deadline.unref();
    try {
      await stop();
      logger.info('stopped');
      process.exit(0);
    } catch (error) {
      logger.error({ err: error }, 'stopping failed');
      process.exit(1);
    }
  }
  // Node.js would print its message, which may quote what a visitor typed.
  process.once('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'process failed');
    process.exit(1);
  });
  process.once('SIGTERM', (signal) => void onSignal(signal));
  process.once('SIGINT', (signal) => void onSignal(signal));
  process.once('disconnect', () => void onSignal('disconnect'));
}
