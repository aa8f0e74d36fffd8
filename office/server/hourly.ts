import { localDay } from '../../contract/time.ts';
import type { Logger } from '../../platform/logger.ts';
import { failureCode } from '../../platform/reason.ts';
import { returnFollowUps } from '../../storage/enquiries.ts';
import { storeDefaults } from '../../storage/enquiry-defaults.ts';
import { replyTarget } from '../enquiries/describe.server.ts';
import type { StaffDatabase } from './staff-database.ts';

const hour = 3_600_000;
const retryAfter = 10_000;

/**
 * At the start and every hour, completes enquiries that the last release stored, and returns
 * follow-ups of the day to their assignees' lists.
 *
 * @returns stops it.
 */
export function startHourly(database: StaffDatabase, logger: Logger): () => void {
  let timer: NodeJS.Timeout;
  async function work(): Promise<void> {
    let next = hour;
    try {
      const store = await database.open();
      const completed = await storeDefaults(store, replyTarget);
      const returned = await returnFollowUps(store, localDay(Date.now()));
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
