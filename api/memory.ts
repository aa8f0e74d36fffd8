import type { Logger } from '#server/logger.ts';
import { refreshEvery } from '#server/process.ts';
import { readMemory, type Redis } from '#server/redis.ts';

const interval = 2_000;
/** BullMQ's worker needs memory too: if Redis filled up completely, the queue would never drain. */
const maxShare = 0.8;

/** Watches Redis's memory, so that no enquiry has to ask. Keeps the last answer during outages. */
export function watchMemory(redis: Redis, logger: Logger) {
  let isFull = false;
  async function read(): Promise<void> {
    const { used, max } = await readMemory(redis);
    const wasFull = isFull;
    isFull = used >= max * maxShare;
    if (isFull && !wasFull) logger.error({ used, max }, 'redis memory full');
  }
  return { isFull: () => isFull, ...refreshEvery(interval, read) };
}
