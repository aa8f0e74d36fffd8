import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from '../platform/logger.ts';
import type { Database } from './connection.ts';

const retryEvery = 5_000;

/**
 * Creates the indexes of every model. Repeats until MongoDB has done so, for as long as that
 * takes, unless the signal stops it.
 *
 * @throws AbortError when the signal stops it.
 */
export async function createIndexes(
  database: Database,
  logger: Logger,
  signal?: AbortSignal,
): Promise<void> {
  await database.connected;
  for (;;) {
    signal?.throwIfAborted();
    try {
      await database.submissions.createIndexes();
      await database.users.createIndexes();
      await database.audit.createIndexes();
      return;
    } catch (error) {
      logger.warn({ err: error }, 'creating indexes will be retried');
    }
    await sleep(retryEvery, undefined, signal ? { signal } : {});
  }
}
