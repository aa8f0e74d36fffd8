import type { Redis } from '#server/redis.ts';

/** Milliseconds after which somebody whose page no longer asks has left; pages ask every 10 s. */
const leavesAfter = 25_000;

export interface Present {
  username: string;
  isReplying: boolean;
}

/** Notes who has an enquiry open in a page, in Redis, for every process of the desk. */
export function createPresence(redis: Redis, prefix: string) {
  return {
    /** Notes one person, and resolves to everybody; to nobody while Redis is down. */
    async note(id: string, { username, isReplying }: Present): Promise<Present[]> {
      const key = `${prefix}:office:viewing:${id}`;
      const now = Date.now();
      const until = `${now + leavesAfter}${isReplying ? ' replying' : ''}`;
      const commands = redis.multi().hset(key, username, until).pexpire(key, leavesAfter);
      try {
        const results = await commands.hgetall(key).exec();
        const present = (results?.at(-1)?.[1] ?? {}) as Record<string, string>;
        return Object.entries(present).flatMap(([name, entry]) => {
          const [time, replying] = entry.split(' ');
          return Number(time) < now ? [] : [{ username: name, isReplying: replying !== undefined }];
        });
      } catch {
        return [];
      }
    },
  };
}
