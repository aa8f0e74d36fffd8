import { randomUUID } from 'node:crypto';

import type { RedisClient } from '../platform/redis.ts';
import type { Mongodb } from './mongodb.ts';
import { isDuplicate } from './schemas.ts';

/**
 * The marker in MongoDB. Redis has a copy of its id and count. If the copy has another id or a
 * lower count, Redis has lost data.
 */
interface Marker {
  _id: 'installation';
  id: string;
  count: number;
  /** When both stores last agreed. */
  seenAt: Date;
  /** When Redis was last found to have lost data, and the earliest possible time of the loss. */
  lostAt?: Date;
  lostSince?: Date;
}

const _id = 'installation';

function settingsOf({ submissions }: Mongodb) {
  return submissions.db.collection<Marker>('settings');
}

/** Whether Redis was emptied, was restored from an older backup or is another instance. */
async function hasLostData(redis: RedisClient, prefix: string, marker: Marker): Promise<boolean> {
  const found = await redis.hgetall(`${prefix}:installation`);
  return marker.count > 0 && (found.id !== marker.id || Number(found.count) < marker.count);
}

/**
 * Raises the count in both stores, in Redis before MongoDB. A lower count in Redis than in MongoDB
 * therefore means that Redis has lost data. A loss is recorded in MongoDB, and afterwards the
 * counts agree again.
 *
 * @returns whether Redis has lost data.
 */
export async function markStores(
  database: Mongodb,
  redis: RedisClient,
  prefix: string,
): Promise<boolean> {
  const settings = settingsOf(database);
  const fresh: Marker = { _id, id: randomUUID(), count: 0, seenAt: new Date() };
  let marker = await settings.findOne({ _id });
  if (!marker) {
    await settings.insertOne(fresh).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });
    marker = (await settings.findOne({ _id })) ?? fresh;
  }
  const { id, count, seenAt } = marker;
  const isLost = await hasLostData(redis, prefix, marker);
  const key = `${prefix}:installation`;
  if (isLost) {
    await settings.updateOne({ _id }, { $set: { lostAt: new Date(), lostSince: seenAt } });
    await redis.hset(key, { count });
  }
  await redis.hset(key, { id });
  const next = await redis.hincrby(key, 'count', 1);
  // A slower worker must not lower the count.
  const higher = { _id, count: { $lt: next } } as const;
  await settings.updateOne(higher, { $set: { count: next, seenAt: new Date() } });
  return isLost;
}

/** Makes both stores agree after both were restored, and clears any recorded loss of data. */
export async function markRestored(
  database: Mongodb,
  redis: RedisClient,
  prefix: string,
): Promise<void> {
  const settings = settingsOf(database);
  const marker = await settings.findOne({ _id });
  if (!marker) return;
  await redis.hset(`${prefix}:installation`, { id: marker.id, count: marker.count });
  await settings.updateOne({ _id }, { $unset: { lostAt: '', lostSince: '' } });
}

/**
 * When Redis was found to have lost data, and the earliest possible time of the loss. Undefined if
 * it has lost none.
 */
export async function findLostData(
  database: Mongodb,
  redis: RedisClient,
  prefix: string,
): Promise<{ at: Date; since: Date } | undefined> {
  const marker = await settingsOf(database).findOne({ _id });
  if (!marker) return undefined;
  if (await hasLostData(redis, prefix, marker)) return { at: new Date(), since: marker.seenAt };
  const { lostAt, lostSince } = marker;
  return lostAt && lostSince && { at: lostAt, since: lostSince };
}
