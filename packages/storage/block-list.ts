import { Schema } from 'mongoose';

import { blockListKey } from '#contract/screening.ts';
import type { Redis } from '#server/redis.ts';
import type { Database } from './connection.ts';
import { date, schemaOptions, text, type Stored } from './schemas.ts';

export const blockedEntrySchema = new Schema(
  {
    /** The address, domain or phrase. */
    _id: text,
    addedBy: text,
    addedAt: date,
  },
  schemaOptions,
);

export type BlockedEntry = Stored<typeof blockedEntrySchema>;

export function readBlockList({ blockList }: Pick<Database, 'blockList'>): Promise<BlockedEntry[]> {
  return blockList.find().sort({ addedAt: -1, _id: 1 }).lean<BlockedEntry[]>().exec();
}

/** Copies the block list to Redis for the API. */
export async function copyBlockList(
  database: Pick<Database, 'blockList'>,
  redis: Redis,
  queuePrefix: string,
): Promise<void> {
  const values = (await readBlockList(database)).map(({ _id }) => _id);
  await redis.set(blockListKey(queuePrefix), JSON.stringify(values));
}
