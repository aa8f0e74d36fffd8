import type { RedisClient } from '../../platform/redis.ts';

const patience = 1_000;

/** An enquiry that Redis has, but not as many of its replicas as it should. */
export class NotReplicatedError extends Error {
  override name = 'NotReplicatedError';
}

/**
 * Resolves when so many replicas have all that Redis was told so far.
 *
 * @throws NotReplicatedError when they do not within a second.
 */
export async function waitForReplicas(
  redis: RedisClient,
  prefix: string,
  replicas: number,
): Promise<void> {
  if (replicas === 0) return;
  // WAIT is about the connection's own last write, so there has to be one after the job, which an
  // earlier connection may have added.
  const results = await redis
    .pipeline()
    .set(`${prefix}:written`, 1)
    .wait(replicas, patience)
    .exec();
  const [error, reached] = results?.at(-1) ?? [];
  if (error) throw error;
  if (Number(reached) < replicas) throw new NotReplicatedError('Too few replicas have it.');
}
