import { withTimeout } from '../platform/timeout.ts';
import type { RedisClient } from '../platform/redis.ts';
import type { Database } from '../storage/connection.ts';

/** Whose clock it is. The API's is known only by what it says of a submission. */
export type ClockName = 'api' | 'worker' | 'redis' | 'mongodb';

/** Told of a clock that is wrong by more than an hour, and by how many milliseconds. */
type ReportWrongClock = (clock: ClockName, by: number) => void;

/** One moment; in milliseconds since 1970, as are all times here. */
export interface Moment {
  /** What two of three clocks agree on: this process's, Redis's and MongoDB's. */
  now: number;
  /** By the clock of MongoDB, which deletes by it. */
  mongodb: number;
}

export type Clock = ReturnType<typeof createClock>;

const tolerance = 3_600_000;
const askEvery = 60_000;
const timeout = 3_000;
/** Longer than attempts go on, and what was set aside is kept. */
const longestWait = 40 * 86_400_000;

/** A clock that no single machine can put wrong. */
export function createClock(
  { redis, database }: { redis: RedisClient; database: Pick<Database, 'now'> },
  report: ReportWrongClock,
) {
  let last: { at: number; moment: Moment } | undefined;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    const [[seconds], mongodb] = await withTimeout(
      timeout,
      Promise.all([redis.time(), database.now()]),
    );
    const clocks = { worker: Date.now(), redis: Number(seconds) * 1_000, mongodb };
    const [, now = mongodb] = Object.values(clocks).sort((a, b) => a - b);
    for (const [name, time] of Object.entries(clocks)) {
      if (Math.abs(time - now) > tolerance) report(name as ClockName, time - now);
    }
    last = { at: performance.now(), moment: { now, mongodb } };
  }

  /**
   * The present moment. The clocks are asked once a minute at the most.
   *
   * @throws when a store has never said what time it is, and does not do so within 3 seconds.
   */
  return async (): Promise<Moment> => {
    if (!last || performance.now() - last.at > askEvery) {
      asking ??= ask().finally(() => (asking = undefined));
      await asking.catch((error: unknown) => {
        if (!last) throw error;
      });
    }
    const { at, moment } = last as NonNullable<typeof last>;
    const since = performance.now() - at;
    return { now: moment.now + since, mongodb: moment.mongodb + since };
  };
}

/**
 * When a submission was accepted and stored. What the API says of the first counts unless it cannot
 * be: an hour in the future, or longer ago than a job waits; then it is `claimedAt`. `storedAt` is
 * never before MongoDB's own time, so that nothing that is kept from then on is deleted at once.
 */
export function timesOf(accepted: Date, { now, mongodb }: Moment) {
  const age = now - accepted.getTime();
  const storedAt = new Date(Math.max(now, mongodb));
  return age > -tolerance && age < longestWait
    ? { acceptedAt: accepted, storedAt }
    : { acceptedAt: new Date(now), claimedAt: accepted, storedAt };
}
