import type { RedisClient } from './redis.ts';

/** Milliseconds to keep ids: longer than failed jobs are kept, so no enquiry is counted twice. */
const keptFor = 60 * 86_400_000;

/**
 * Keeps the ids of late enquiries in Redis, so that all workers together count each of them once.
 * An enquiry is late if staff are not notified within the time of `staffObjective`.
 */
export function trackLateEnquiries(redis: RedisClient, prefix: string) {
  const key = `${prefix}:late`;
  return {
    /** Adds submission ids. Returns the number of new ones. */
    async add(ids: readonly string[]): Promise<number> {
      const now = Date.now();
      const entries = ids.flatMap((id) => [now, id]);
      const added = await redis.zadd(key, 'NX', ...entries);
      await redis.zremrangebyscore(key, '-inf', now - keptFor);
      return added;
    },
    count: (since: Date): Promise<number> => redis.zcount(key, since.getTime(), '+inf'),
  };
}
