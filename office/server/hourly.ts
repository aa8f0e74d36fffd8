import { localDay } from '#contract/time.ts';
import { failureCode } from '#server/reasons.ts';
import { copyBlockList } from '#storage/block-list.ts';
import { returnFollowUps } from '#storage/enquiry-changes.ts';
import { migrate } from '#storage/migrate.ts';
import { replyTarget } from '../enquiries/describe.server.ts';
import type { Context } from './context.ts';

const hour = 3_600_000;
const retryAfter = 10_000;

/**
 * At the start and every hour, migrates what the last release stored, returns follow-ups of the day
 * to their assignees' lists, and copies the block list to Redis, which may have been down when the
 * list was changed. Returns a function that stops this.
 */
export function startHourly({ database, logger, redis, stores }: Context): () => void {
  const { queuePrefix, retentionMonths } = stores;
  let timer: NodeJS.Timeout;
  async function work(): Promise<void> {
    let next = hour;
    try {
      const store = await database.open();
      const migrated = await migrate(store, { replyTarget, retentionMonths });
      const returned = await returnFollowUps(store, localDay(Date.now()));
      await copyBlockList(store, redis, queuePrefix);
      if (migrated + returned > 0) logger.info({ migrated, returned }, 'enquiries changed');
    } catch (error) {
      next = retryAfter;
      logger.debug({ reason: failureCode(error) }, 'hourly work will be repeated');
    }
    timer = setTimeout(() => void work(), next).unref();
  }
  timer = setTimeout(() => void work(), 0);
  return () => clearTimeout(timer);
}
