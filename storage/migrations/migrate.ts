import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from '../../packages/server/logger.ts';
import type { Database } from '../connection.ts';
import { isDuplicate } from '../schemas.ts';
import { migrations } from './list.ts';

/** A change to stored data that an upgrade needs. */
export interface Migration {
  /** Begins with its number, such as `0001-split-names`. */
  name: string;
  /** Idempotent: after an interruption it runs again from the beginning. */
  run: (database: Database) => Promise<void>;
}

/** The record of a migration, and of the process that has claimed it. */
interface Run {
  _id: string;
  owner?: string;
  /** When another process can claim the migration; absent after it is done. */
  until?: Date;
  doneAt?: Date;
}

interface Options {
  logger: Logger;
  signal?: AbortSignal;
  list?: readonly Migration[];
  /** Milliseconds after which another process takes over a migration whose process was killed. */
  lease?: number;
}

const retryEvery = 5_000;

/**
 * Runs the migrations that have not run yet on this database, one after the other. Waits for a
 * migration that another process is running, and retries after errors until all are done.
 *
 * @throws AbortError if the signal stops it.
 */
export async function migrate(database: Database, options: Options): Promise<void> {
  const { logger, signal, list = migrations, lease = 60_000 } = options;
  const owner = randomUUID();
  for (const migration of list) {
    const { name } = migration;
    for (;;) {
      signal?.throwIfAborted();
      try {
        if (await isDone(database, name)) break;
        if (await runAlone(database, migration, owner, lease))
          logger.info({ name }, 'migration done');
        else await sleep(lease / 20, undefined, { signal });
      } catch (error) {
        signal?.throwIfAborted();
        logger.error({ name, err: error }, 'migration will be retried');
        await sleep(retryEvery, undefined, { signal });
      }
    }
  }
}

function runsOf({ submissions }: Database) {
  return submissions.db.collection<Run>('migrations');
}

/** Whether a migration is done. If it has no record, adds one that no process has claimed. */
async function isDone(database: Database, name: string): Promise<boolean> {
  const known = await runsOf(database).findOne({ _id: name });
  if (known) return known.doneAt !== undefined;
  try {
    await runsOf(database).insertOne({ _id: name, until: new Date(0) });
  } catch (error) {
    // Another process may have recorded it in the meantime.
    if (!isDuplicate(error)) throw error;
  }
  return false;
}

/** Claims a migration, runs it and records that it is done. False if another process runs it. */
async function runAlone(
  database: Database,
  { name, run }: Migration,
  owner: string,
  lease: number,
): Promise<boolean> {
  const runs = runsOf(database);
  const own = { _id: name, owner };
  const now = await database.now();
  // An earlier claim by this process may have succeeded although MongoDB's answer was lost.
  const free = { _id: name, $or: [{ until: { $lt: new Date(now) } }, { owner }] };
  const until = new Date(now + lease);
  if ((await runs.updateOne(free, { $set: { owner, until } })).modifiedCount === 0) return false;
  async function renew(): Promise<void> {
    await runs.updateOne(own, { $set: { until: new Date((await database.now()) + lease) } });
  }
  const renewing = setInterval(() => void renew().catch(() => undefined), lease / 3);
  try {
    await run(database);
    await runs.updateOne(own, { $set: { doneAt: new Date() }, $unset: { until: '' } });
    return true;
  } catch (error) {
    // Releases the claim for the next attempt, by this process or another.
    await runs.updateOne(own, { $set: { until: new Date(0) } }).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}
