import { Schema } from 'mongoose';

import { blockListKey } from '#contract/screening.ts';
import type { Redis } from '#server/redis.ts';
import type { Database } from './connection.ts';
import { date, schemaOptions, text } from './schemas.ts';

export interface BlockedEntry {
  /** The address, domain or phrase. */
  _id: string;
  /** A username. */
  addedBy: string;
  addedAt: Date;
}

export const blockedEntrySchema = new Schema<BlockedEntry>(
  { _id: text, addedBy: text, addedAt: date },
  schemaOptions,
);

type Stored = Pick<Database, 'blockList'>;

/** The block list, newest first. */
export function readBlockList({ blockList }: Stored): Promise<BlockedEntry[]> {
  return blockList.find().sort({ addedAt: -1, _id: 1 }).lean<BlockedEntry[]>().exec();
}

/** Copies the block list to Redis for the API. */
export async function copyBlockList(
  database: Stored,
  redis: Redis,
  queuePrefix: string,
): Promise<void> {
  const values = (await readBlockList(database)).map(({ _id }) => _id);
  await redis.set(blockListKey(queuePrefix), JSON.stringify(values));
}
