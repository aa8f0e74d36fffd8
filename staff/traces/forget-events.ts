import type { StaffContext } from '../context.ts';

/**
 * Empties the queues' notes of what has happened to jobs. A repetition is noted there with the
 * fingerprint of what was sent; nothing reads the notes but a developer who watches a queue.
 */
export async function forgetEvents(context: StaffContext): Promise<void> {
  const redis = await context.redis();
  const queues = Object.values(await context.queues());
  await Promise.all(queues.map((queue) => redis.xtrim(queue.toKey('events'), 'MAXLEN', 0)));
}
