import type { Logger } from './logger.ts';

/** Milliseconds after which a process that is stopping is forced to exit. */
const shutdownDeadline = 9_000;

/**
 * Runs `stop` on the first SIGTERM, SIGINT or loss of the parent's IPC channel, and exits when
 * `stop` is done or the deadline has passed. An uncaught error is logged and ends the process
 * immediately.
 */
export function stopOnSignal(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  async function onSignal(signal: string): Promise<void> {
    if (stopping) return;
    stopping = true;
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
