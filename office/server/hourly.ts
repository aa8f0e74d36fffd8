import { localDay } from '../../contract/time.ts';
import { failureCode } from '../../packages/server/reasons.ts';
import { copyBlockList } from '../../storage/block-list.ts';
import { returnFollowUps } from '../../storage/enquiries.ts';
import { storeDefaults } from '../../storage/enquiry-defaults.ts';
import { rescueHiddenByGuesses } from '../../storage/rescue.ts';
import { replyTarget } from '../enquiries/describe.server.ts';
import type { Context } from './context.ts';

const hour = 3_600_000;
const retryAfter = 10_000;

/**
 * At the start and every hour, completes enquiries that the last release stored, brings back what it
 * hid by guesses, returns follow-ups of the day to their assignees' lists, and copies the block list
 * to Redis, which may have been down when the list was changed.
 *
 * @returns stops it.
 */
export function startHourly({ database, logger, redis, stores }: Context): () => void {
  let timer: NodeJS.Timeout;
  async function work(): Promise<void> {
    let next = hour;
    try {
      const store = await database.open();
      await rescueHiddenByGuesses(store, stores.retentionMonths);
      const completed = await storeDefaults(store, replyTarget);
      const returned = await returnFollowUps(store, localDay(Date.now()));
      await copyBlockList(store, redis, stores.queuePrefix);
      if (completed + returned > 0) logger.info({ completed, returned }, 'enquiries completed');
    } catch (error) {
      next = retryAfter;
      logger.debug({ reason: failureCode(error) }, 'enquiries not completed yet');
    }
    timer = setTimeout(() => void work(), next);
    timer.unref();
  }
  timer = setTimeout(() => void work(), 0);
  return () => clearTimeout(timer);
}
