import type { RedisClient } from './redis.ts';

/** The steps of a canary (a test enquiry sent by the system itself), in order, with labels. */
const steps = {
  page: 'site',
  api: 'API',
  queue: 'Redis',
  mongodb: 'MongoDB',
  mail: 'email',
} as const;

export type CanaryStep = keyof typeof steps;

const list = new Intl.ListFormat('en-ZA');

const stepNames = Object.keys(steps) as CanaryStep[];

/** A canary's progress. Times are in milliseconds since 1970. */
export interface CanaryProgress {
  startedAt: number;
  reached: Partial<Record<CanaryStep, number>>;
  /** Why the canary stopped, as a sentence for ops. Set only if the sender knows the reason. */
  failure?: string;
}

export interface CanaryProof {
  /** The latest canary that completed. */
  proven?: CanaryProgress;
  /** The latest canary that was sent. */
  newest?: CanaryProgress;
}

/** Seconds for which progress is kept; longer than the time for retrying the email. */
const kept = 2 * 86_400;

/** Milliseconds by which the clocks of the processes may differ. */
const tolerance = 3_600_000;

/** Tracks canaries in Redis, under the prefix of the queues. */
export function trackCanaries(redis: RedisClient, prefix: string) {
  const progressKey = (id: string) => `${prefix}:canary:${id}`;
  const newestKey = `${prefix}:canary:newest`;
  const provenKey = `${prefix}:canary:proven`;

  async function read(id: string | null): Promise<CanaryProgress | undefined> {
    const found = id ? await redis.hgetall(progressKey(id)) : {};
    const startedAt = Number(found.startedAt);
    // If a wrong clock dated a canary in the future, it would hide that later ones do not arrive.
    if (!found.startedAt || startedAt > Date.now() + tolerance) return undefined;
    const reached = stepNames.filter((step) => found[step] !== undefined);
    return {
      startedAt,
      reached: Object.fromEntries(reached.map((step) => [step, Number(found[step])])),
      ...(found.failure ? { failure: found.failure } : {}),
    };
  }

  return {
    async start(id: string): Promise<void> {
      const answers = await redis
        .multi()
        .hset(progressKey(id), { startedAt: Date.now() })
        .expire(progressKey(id), kept)
        .set(newestKey, id, 'EX', kept)
        .exec();
      for (const [error] of answers ?? []) if (error) throw error;
    },
    reach: (id: string, step: CanaryStep) => redis.hset(progressKey(id), { [step]: Date.now() }),
    fail: (id: string, failure: string) =>
      redis.multi().hset(progressKey(id), { failure }).expire(progressKey(id), kept).exec(),
    /** Records that a canary has completed, unless a canary sent later has already completed. */
    async prove(id: string): Promise<void> {
      const progress = await read(id);
      const before = await redis.get(provenKey);
      // A canary that was not tracked, or has expired, must not leave a key behind.
      if (!progress) await redis.del(progressKey(id));
      if (!progress || progress.startedAt < ((await read(before))?.startedAt ?? 0)) return;
      // The latest proof does not expire until a newer one replaces it.
      await redis.multi().persist(progressKey(id)).set(provenKey, id).exec();
      if (before && before !== id) await redis.expire(progressKey(before), kept);
    },
    async read(): Promise<CanaryProof> {
      const proven = await read(await redis.get(provenKey));
      const newest = await read(await redis.get(newestKey));
      return { ...(proven ? { proven } : {}), ...(newest ? { newest } : {}) };
    },
  };
}

/**
 * Describes the latest canary that completed, such as `The last test enquiry arrived 3 min ago,
 * through the site, API, Redis and MongoDB.`
 */
export function describeProof({ proven }: CanaryProof, now: number): string {
  if (!proven) return 'No test enquiry has arrived yet.';
  const age = describeAge(now - provenAt(proven));
  return `The last test enquiry arrived ${age} ago, through the ${namesOf(proven)}.`;
}

/**
 * Says where the latest canary stopped, such as `The latest test enquiry, sent 2 min ago, reached
 * only the site and API.` Empty if it completed, or if there is none.
 */
export function describeNewest({ proven, newest }: CanaryProof, now: number): string {
  if (!newest || newest.startedAt <= (proven?.startedAt ?? 0)) return '';
  const steps = namesOf(newest);
  const far = steps === '' ? 'did not reach the site' : `reached only the ${steps}`;
  const why = newest.failure ? ` ${newest.failure}` : '';
  return `The latest test enquiry, sent ${describeAge(now - newest.startedAt)} ago, ${far}.${why}`;
}

/** When a canary last reached a step. */
function provenAt({ startedAt, reached }: CanaryProgress): number {
  return Math.max(startedAt, ...Object.values(reached));
}

function namesOf({ reached }: CanaryProgress): string {
  const names = stepNames.filter((step) => reached[step] !== undefined);
  return list.format(names.map((step) => steps[step]));
}

/** A duration in a single unit, such as `3 min`. */
export function describeAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.floor(seconds / 3_600)} h`
    : `${Math.floor(seconds / 86_400)} days`;
}
