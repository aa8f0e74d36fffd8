import type { Queue } from 'bullmq';
import * as z from 'zod';

import type { RedisClient } from './redis.ts';

const markSchema = z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string() });

/** Who has set a failed job aside, and why. */
export type SetAsideMark = z.infer<typeof markSchema>;

/** The hash that has a mark, as JSON, for each job that was set aside. */
export function setAsideKey(prefix: string): string {
  return `${prefix}:office:set-aside`;
}

/** The name of the mark of a job. */
export function setAsideField(queue: string, id = ''): string {
  return `${queue} ${id}`;
}

/** All marks by their names. */
export async function readSetAside(
  redis: RedisClient,
  prefix: string,
): Promise<Map<string, SetAsideMark>> {
  const found = await redis.hgetall(setAsideKey(prefix));
  return new Map(
    Object.entries(found).map(([field, text]) => [field, markSchema.parse(JSON.parse(text))]),
  );
}

/** Whether a mark holds for a job that failed at the time: one that failed again since is to be decided. */
export function isSetAside(mark: SetAsideMark | undefined, failedAt: number): boolean {
  return mark !== undefined && Date.parse(mark.at) >= failedAt;
}

/** How many failed jobs of a queue were set aside and have not failed again since. */
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
