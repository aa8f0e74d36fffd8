import { gather } from '../platform/gather.ts';
import type { RedisClient } from '../platform/redis.ts';

/** A counter's key, what to add to it, and the seconds that it lives once it is there. */
type Increment = readonly [key: string, points: string, seconds: string, ...string[]];
/** What a counter stands at, and the milliseconds that it has left. */
type Counted = [points: number, milliseconds: number];

/** As much of a connection as the limiters of `rate-limiter-flexible` count with. */
export interface LimiterStore {
  rlflxIncr(increment: Increment): Promise<Counted>;
}

// For each key what the library's own script does for one.
const lua = `
local counted = {}
for index, key in ipairs(KEYS) do
  local points, seconds = ARGV[2 * index - 1], ARGV[2 * index]
  redis.call('set', key, 0, 'EX', seconds, 'NX')
  local count, left = redis.call('incrby', key, points), redis.call('pttl', key)
  if left == -1 then
    redis.call('expire', key, seconds)
    left = 1000 * seconds
  end
  counted[index] = { count, left }
end
return counted
`;

interface Counting {
  countTogether(keys: number, ...keysAndNumbers: string[]): Promise<Counted[]>;
}

/**
 * Lets limiters count in one exchange with Redis what they are asked to count within a turn of the
 * event loop. A cluster has to keep all of their keys in one slot.
 */
export function createLimiterStore(redis: RedisClient): LimiterStore {
  redis.defineCommand('countTogether', { lua });
  const client = redis as RedisClient & Counting;
  return {
    rlflxIncr: gather((increments: Increment[]) =>
      client.countTogether(
        increments.length,
        ...increments.map(([key]) => key),
        ...increments.flatMap(([, points, seconds]) => [points, seconds]),
      ),
    ),
  };
}
