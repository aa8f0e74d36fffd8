import type { Result } from 'ioredis';

import { gather } from '../gather.ts';
import type { RedisClient } from '../redis.ts';

/** How much a source may do in a window of time, which begins with the first that it does. */
export interface Limit {
  /** What the limit's keys in Redis begin with. A cluster keeps those of one request in one slot. */
  prefix: string;
  most: number;
  seconds: number;
}

/** One thing to count: under which limit, and for whom. */
export type Counted = readonly [limit: Limit, source: string];

export interface Refusal {
  limit: Limit;
  /** Seconds until the window is over, 1 at the least. */
  seconds: number;
}

const lua = `
local step, refusals, isRefused = tonumber(ARGV[1]), {}, {}
for index, key in ipairs(KEYS) do
  local request, most, seconds = ARGV[3 * index - 1], ARGV[3 * index], ARGV[3 * index + 1]
  if not isRefused[request] then
    local count = redis.call('INCRBY', key, step)
    if redis.call('TTL', key) < 0 then redis.call('EXPIRE', key, seconds) end
    if step > 0 and count > tonumber(most) then
      isRefused[request] = true
      table.insert(refusals, { index, redis.call('PTTL', key) })
    end
  end
end
return refusals
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countUnderLimits: (
      keys: number,
      ...keysAndNumbers: (string | number)[]
    ) => Result<[position: number, milliseconds: number][], Context>;
  }
}

/** Requests that come within a turn of the event loop are counted in one exchange too. */
export function createLimiter(redis: RedisClient) {
  redis.defineCommand('countUnderLimits', { lua });

  async function add(step: 1 | -1, requests: Counted[][]): Promise<(Refusal | null)[]> {
    const all = requests.flatMap((counted, request) =>
      counted.map(([limit, source]) => ({ request, limit, source })),
    );
    const refusals = await redis.countUnderLimits(
      all.length,
      ...all.map(({ limit, source }) => `${limit.prefix}:${source}`),
      step,
      ...all.flatMap(({ request, limit: { most, seconds } }) => [request, most, seconds]),
    );
    const answers: (Refusal | null)[] = requests.map(() => null);
    for (const [position, milliseconds] of refusals) {
      const refused = all[position - 1];
      if (!refused) continue;
      const { request, limit } = refused;
      answers[request] = { limit, seconds: Math.ceil(milliseconds / 1_000) || 1 };
    }
    return answers;
  }

  const addOne = gather((requests: Counted[][]) => add(1, requests));
  return {
    /**
     * Counts one request under several limits, in one exchange. The first limit that it is too much
     * for refuses it, and it counts for none of those that follow.
     *
     * @throws when Redis does not answer.
     */
    count: async (...counted: Counted[]): Promise<Refusal | undefined> =>
      (await addOne(counted)) ?? undefined,
    /** Takes back what was counted. */
    forgive: (...counted: Counted[]) => add(-1, [counted]),
  };
}
