import type { JobDefinition } from '../contract/jobs.ts';
import type { RedisClient } from '../platform/redis.ts';

/** The new data of a job whose data was not valid JSON; it contains the old data as text. */
interface UnreadableData {
  unreadable: string;
}

/** Whether a job's data was not valid JSON. */
export function isUnreadable(data: unknown): data is UnreadableData {
  return typeof data === 'object' && data !== null && 'unreadable' in data;
}

// A worker or a deletion may have changed the field in the meantime.
const replaceIfUnchanged = `
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return end
if ARGV[3] then redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
else redis.call('HDEL', KEYS[1], ARGV[1]) end
`;

/**
 * Repairs the fields of a job that are not valid JSON: replaces data and options, and removes
 * progress and parent. BullMQ cannot parse such a job and would retry it forever. The data is kept
 * as text.
 *
 * @returns the names of the fields that were not valid JSON.
 */
export async function repairJob(
  redis: RedisClient,
  key: string,
  policy: JobDefinition['policy'],
): Promise<string[]> {
  const replacements = {
    data: (text: string) => [JSON.stringify({ unreadable: text } satisfies UnreadableData)],
    opts: () => [JSON.stringify(policy)],
    progress: () => [],
    parent: () => [],
  };
  const repaired: string[] = [];
  for (const [field, replacement] of Object.entries(replacements)) {
    const text = await redis.hget(key, field);
    if (!text || isJson(text)) continue;
    await redis.eval(replaceIfUnchanged, 1, key, field, text, ...replacement(text));
    repaired.push(field);
  }
  return repaired;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
