import type { RedisClient } from './redis.ts';

/** What a canary goes through, in this order, and what people call it. */
const steps = {
  page: 'page',
  api: 'API',
  queue: 'queue',
  mongodb: 'MongoDB',
  mail: 'mail',
} as const;

export type CanaryStep = keyof typeof steps;

const stepNames = Object.keys(steps) as CanaryStep[];

/** How far one canary has come. Times are in milliseconds since 1970. */
export interface CanaryWay {
  startedAt: number;
  reached: Partial<Record<CanaryStep, number>>;
  /** Why it came no further, in words for ops, if its sender knows. */
  failure?: string;
}

/** What canaries have proved. */
export interface CanaryProof {
  /** The newest that has come through. */
  proven?: CanaryWay;
  /** The newest that was sent. */
  newest?: CanaryWay;
}

/** Seconds for which is known how far a canary has come: longer than its mail is tried again. */
const kept = 2 * 86_400;

/** Where canaries are followed: in Redis, under the prefix of the queues. */
export function followCanaries(redis: RedisClient, prefix: string) {
  const wayKey = (id: string) => `${prefix}:canary:${id}`;
  const newestKey = `${prefix}:canary:newest`;
  const provenKey = `${prefix}:canary:proven`;

  async function read(id: string | null): Promise<CanaryWay | undefined> {
    const found = id ? await redis.hgetall(wayKey(id)) : {};
    if (!found.startedAt) return undefined;
    const reached = stepNames.filter((step) => found[step] !== undefined);
    return {
      startedAt: Number(found.startedAt),
      reached: Object.fromEntries(reached.map((step) => [step, Number(found[step])])),
      ...(found.failure ? { failure: found.failure } : {}),
    };
  }

  return {
    async start(id: string): Promise<void> {
      const answers = await redis
        .multi()
        .hset(wayKey(id), { startedAt: Date.now() })
        .expire(wayKey(id), kept)
        .set(newestKey, id, 'EX', kept)
        .exec();
      for (const [error] of answers ?? []) if (error) throw error;
    },
    /** Notes that a canary has got so far. */
    reach: (id: string, step: CanaryStep) => redis.hset(wayKey(id), { [step]: Date.now() }),
    fail: (id: string, failure: string) =>
      redis.multi().hset(wayKey(id), { failure }).expire(wayKey(id), kept).exec(),
    /** Notes that a canary has come through. One that overtook it stays the newest. */
    async prove(id: string): Promise<void> {
      const way = await read(id);
      const before = await redis.get(provenKey);
      // Whoever sent it does not follow it, or did so too long ago.
      if (!way) await redis.del(wayKey(id));
      if (!way || way.startedAt < ((await read(before))?.startedAt ?? 0)) return;
      // What is proved last is known for as long as nothing newer is.
      await redis.multi().persist(wayKey(id)).set(provenKey, id).exec();
      if (before && before !== id) await redis.expire(wayKey(before), kept);
    },
    async read(): Promise<CanaryProof> {
      const proven = await read(await redis.get(provenKey));
      const newest = await read(await redis.get(newestKey));
      return { ...(proven ? { proven } : {}), ...(newest ? { newest } : {}) };
    },
  };
}

/** What has been proved and when, such as `Last proven 3 min ago: page, API, queue, MongoDB, mail.` */
export function describeProof({ proven }: CanaryProof, now: number): string {
  if (!proven) return 'Never proven yet.';
  return `Last proven ${describeAge(now - provenAt(proven))} ago: ${namesOf(proven)}.`;
}

/**
 * Where the newest stopped, such as `The newest, 2 min ago, came as far as: page, API.` Empty if it
 * has come through.
 */
export function describeNewest({ proven, newest }: CanaryProof, now: number): string {
  if (!newest || newest.startedAt <= (proven?.startedAt ?? 0)) return '';
  const far = namesOf(newest) || 'nothing';
  const why = newest.failure ? ` ${newest.failure}` : '';
  return `The newest, ${describeAge(now - newest.startedAt)} ago, came as far as: ${far}.${why}`;
}

/** When a canary had reached all that it has reached. */
function provenAt({ startedAt, reached }: CanaryWay): number {
  return Math.max(startedAt, ...Object.values(reached));
}

function namesOf({ reached }: CanaryWay): string {
  const names = stepNames.filter((step) => reached[step] !== undefined);
  return names.map((step) => steps[step]).join(', ');
}

/** A time that has passed, in the largest unit that it has one of, such as `3 min`. */
export function describeAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.floor(seconds / 3_600)} h`
    : `${Math.floor(seconds / 86_400)} days`;
}
