import { withTimeout } from '../platform/timeout.ts';
import type { RedisClient } from '../platform/redis.ts';
import type { Database } from '../storage/connection.ts';

/** The name of a clock. The API's clock is known only from the timestamps of submissions. */
export type ClockName = 'api' | 'worker' | 'redis' | 'mongodb';

/** Called if a clock is wrong by more than an hour. `by` is in milliseconds, positive if ahead. */
type ReportWrongClock = (clock: ClockName, by: number) => void;

/** The current time, in milliseconds since 1970. */
export interface Moment {
  /** The median of this process's, Redis's and MongoDB's clocks. */
  now: number;
  /** MongoDB's clock, which TTL indexes use. */
  mongodb: number;
}

export type Clock = ReturnType<typeof createClock>;

const tolerance = 3_600_000;
const askEvery = 60_000;
const timeout = 3_000;
/** Longer than all retries of a job and the retention of failed jobs together. */
const longestWait = 40 * 86_400_000;

/** Creates a clock that stays right if one machine's clock is wrong. */
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
   * The current time. Queries the stores if their last answer is more than a minute old.
   *
   * @throws if the stores do not answer within 3 seconds, and no earlier query succeeded.
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
 * When a submission was accepted and stored. An API timestamp more than an hour in the future, or
 * older than any job can be, is replaced by the current time and kept as `claimedAt`. `storedAt` is
 * never before MongoDB's own time, so that a TTL index does not delete the submission too early.
 */
export function timesOf(accepted: Date, { now, mongodb }: Moment) {
  const age = now - accepted.getTime();
  const storedAt = new Date(Math.max(now, mongodb));
  return age > -tolerance && age < longestWait
    ? { acceptedAt: accepted, storedAt }
    : { acceptedAt: new Date(now), claimedAt: accepted, storedAt };
}
