import { setTimeout as sleep } from 'node:timers/promises';

import {
  countKeptLonger,
  keptLongerSince,
  noteRetention,
  shortenRetention,
} from '../storage/retention.ts';
import type { WorkerContext } from './context.ts';

const retryEvery = 5_000;

/**
 * Applies a lower RETENTION_MONTHS to enquiries that are already stored. Retries until it succeeds.
 *
 * @throws AbortError if the signal stops it.
 */
export async function applyRetention(
  { config, database, logger }: Pick<WorkerContext, 'config' | 'database' | 'logger'>,
  signal: AbortSignal,
): Promise<void> {
  const months = config.company.retentionMonths;
  for (;;) {
    try {
      const at = new Date(await database.now());
      const since = await keptLongerSince(database, months);
      const count = await countKeptLonger(database, months, since);
      if (count > 0) {
        logger.warn({ count, months }, 'retention is being shortened');
        const shortened = await shortenRetention(database, months, { since, signal });
        logger.warn({ count: shortened, months }, 'retention was shortened');
      }
      await noteRetention(database, { months, at });
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!database.outage.isActive()) {
        logger.warn({ err: error }, 'shortening retention will be retried');
      }
    }
    await sleep(retryEvery, undefined, { signal });
  }
}
