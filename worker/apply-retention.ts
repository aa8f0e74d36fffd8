import { setTimeout as sleep } from 'node:timers/promises';

import { countKeptLonger, shortenRetention } from '../storage/retention.ts';
import type { WorkerContext } from './context.ts';

const retryEvery = 5_000;

/**
 * Has a lower RETENTION_MONTHS reach what is stored already. Repeats until MongoDB has done so, for
 * as long as that takes.
 *
 * @throws AbortError when the signal stops it.
 */
export async function applyRetention(
  { config, database, logger }: Pick<WorkerContext, 'config' | 'database' | 'logger'>,
  signal: AbortSignal,
): Promise<void> {
  const months = config.company.retentionMonths;
  for (;;) {
    try {
      const count = await countKeptLonger(database, months);
      if (count === 0) return;
      logger.warn({ count, months }, 'retention is being shortened');
      const shortened = await shortenRetention(database, months, signal);
      logger.warn({ count: shortened, months }, 'retention was shortened');
      return;
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ err: error }, 'shortening retention will be retried');
    }
    await sleep(retryEvery, undefined, { signal });
  }
}
