import type { Queue } from 'bullmq';
import * as z from 'zod';

import type { RedisClient } from './redis.ts';

const markSchema = z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string() });

/** Who set a failed job aside, when and why. */
export type SetAsideMark = z.infer<typeof markSchema>;

/** The Redis hash with a mark, as JSON, for each job that was set aside. */
export function setAsideKey(prefix: string): string {
  return `${prefix}:office:set-aside`;
}

/** The hash field of a job's mark. */
export function setAsideField(queue: string, id = ''): string {
  return `${queue} ${id}`;
}

/** All marks, by hash field. */
export async function readSetAside(
  redis: RedisClient,
  prefix: string,
): Promise<Map<string, SetAsideMark>> {
  const found = await redis.hgetall(setAsideKey(prefix));
  return new Map(
    Object.entries(found).map(([field, text]) => [field, markSchema.parse(JSON.parse(text))]),
  );
}

/** Whether a mark still applies: a job that failed again after it does not count as set aside. */
export function isSetAside(mark: SetAsideMark | undefined, failedAt: number): boolean {
  return mark !== undefined && Date.parse(mark.at) >= failedAt;
}

/** Counts the failed jobs of a queue that are set aside. */
export async function countSetAside(
  redis: RedisClient,
  prefix: string,
  queue: Pick<Queue, 'name' | 'toKey'>,
): Promise<number> {
  const own = setAsideField(queue.name);
  const marks = [...(await readSetAside(redis, prefix))].filter(([field]) => field.startsWith(own));
  if (marks.length === 0) return 0;
  const ids = marks.map(([field]) => field.slice(own.length));
  const failedAt = await redis.zmscore(queue.toKey('failed'), ids);
  return marks.filter(([, mark], index) => {
    const at = failedAt[index];
    return at != null && isSetAside(mark, Number(at));
  }).length;
}
