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

const countLua = `
local function refusingKey(first, last)
  for index = first, last do
    local count = tonumber(redis.call('GET', KEYS[index])) or 0
    if count >= tonumber(ARGV[3 * index - 1]) then return index end
  end
end

local refusals, first = {}, 1
while first <= #KEYS do
  local last = first + tonumber(ARGV[3 * first - 2]) - 1
  local refusing = refusingKey(first, last)
  for index = refusing or first, refusing or last do
    if not refusing then redis.call('INCR', KEYS[index]) end
    if redis.call('TTL', KEYS[index]) < 0 then redis.call('EXPIRE', KEYS[index], ARGV[3 * index]) end
  end
  if refusing then table.insert(refusals, { refusing, redis.call('PTTL', KEYS[refusing]) }) end
  first = last + 1
end
return refusals
`;

const forgiveLua = `
for _, key in ipairs(KEYS) do
  if (tonumber(redis.call('GET', key)) or 0) > 0 then redis.call('DECR', key) end
end
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countUnderLimits: (
      keys: number,
      ...keysAndNumbers: (string | number)[]
    ) => Result<[position: number, milliseconds: number][], Context>;
    forgiveCounted: (keys: number, ...names: string[]) => Result<null, Context>;
  }
}

/** Requests that come within a turn of the event loop are counted in one exchange too. */
export function createLimiter(redis: RedisClient) {
  redis.defineCommand('countUnderLimits', { lua: countLua });
  redis.defineCommand('forgiveCounted', { lua: forgiveLua });

  const countOne = gather(async (requests: Counted[][]): Promise<(Refusal | null)[]> => {
    const all = requests.flatMap((counted, request) =>
      counted.map(([limit, source]) => ({ request, limit, source, size: counted.length })),
    );
    const refusals = await redis.countUnderLimits(
      all.length,
      ...all.map(({ limit, source }) => keyOf([limit, source])),
      ...all.flatMap(({ size, limit: { most, seconds } }) => [size, most, seconds]),
    );
    const answers: (Refusal | null)[] = requests.map(() => null);
    for (const [position, milliseconds] of refusals) {
      const refused = all[position - 1];
      if (!refused) continue;
      const { request, limit } = refused;
      answers[request] = { limit, seconds: Math.ceil(milliseconds / 1_000) || 1 };
    }
    return answers;
  });

  return {
    /**
     * Counts one request under several limits, in one exchange. The first limit that it is too much
     * for refuses it, and then it counts for none of them.
     *
     * @throws when Redis does not answer.
     */
    count: async (...counted: Counted[]): Promise<Refusal | undefined> =>
      counted.length > 0 ? ((await countOne(counted)) ?? undefined) : undefined,
    /** Takes back what was counted. */
    forgive: async (...counted: Counted[]): Promise<void> => {
      if (counted.length > 0) await redis.forgiveCounted(counted.length, ...counted.map(keyOf));
    },
  };
}

/** The same for this process alone, in windows by a clock that nobody sets back. */
export function createLocalLimiter() {
  const windows = new Map<string, { count: number; ends: number }>();

  function open(counted: Counted, now: number) {
    const found = windows.get(keyOf(counted));
    return found && found.ends > now ? found : { count: 0, ends: now + counted[0].seconds * 1_000 };
  }

  return {
    count: (...counted: Counted[]): Refusal | undefined => {
      const now = performance.now();
      for (const [key, { ends }] of windows) {
        // Of windows that are as long as each other, the first to begin is the first to end.
        if (ends > now) break;
        windows.delete(key);
      }
      const found = counted.map((each) => ({ each, window: open(each, now) }));
      const full = found.find(({ each: [{ most }], window }) => window.count >= most);
      if (full) {
        return { limit: full.each[0], seconds: Math.ceil((full.window.ends - now) / 1_000) };
      }
      for (const { each, window } of found) {
        window.count += 1;
        windows.set(keyOf(each), window);
      }
      return undefined;
    },
    forgive: (...counted: Counted[]): void => {
      for (const each of counted) {
        const window = windows.get(keyOf(each));
        if (window && window.count > 0) window.count -= 1;
      }
    },
  };
}

function keyOf([{ prefix }, source]: Counted): string {
  return `${prefix}:${source}`;
}
