import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { inject } from 'vitest';

import { automaticKinds } from '#contract/notifications.ts';
import { connect, createIndexes, type Database } from '#storage/connection.ts';
import type { ContactSubmission } from '#storage/submission-model.ts';
import { storeSubmission, type AcceptedSubmission } from '#storage/submissions.ts';
import { createAccepted, createEnquiry, markAsPossible } from './enquiry.ts';
import { silent } from './loggers.ts';
import { withDatabase } from './mongodb-address.ts';
import { waitFor } from './wait-for.ts';

export type OwnStores = ReturnType<typeof ownStores>;

/** Only the folder of the outbox is created now: the stores create the rest on first use. */
export function ownStores() {
  const name = `test-${randomUUID()}`;
  const settings = {
    REDIS_URL: inject('redisUrl'),
    MONGODB_URI: withDatabase(inject('mongodbUri'), name),
    QUEUE_PREFIX: `{${name}}`,
    OUTBOX_DIR: mkdtempSync(join(tmpdir(), 'outbox-')),
  };
  return {
    settings,
    remove: async () => {
      await removeKeys(settings.REDIS_URL, settings.QUEUE_PREFIX);
      const database = connect(settings.MONGODB_URI, { logger: silent });
      await database.connected;
      await database.drop();
      await database.close();
      await rm(settings.OUTBOX_DIR, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export async function removeKeys(redisUrl: string, prefix: string): Promise<void> {
  const redis = new Redis(redisUrl);
  for await (const keys of redis.scanStream({ match: `${prefix}:*` })) {
    if (Array.isArray(keys) && keys.length > 0) await redis.del(keys as string[]);
  }
  redis.disconnect();
}

export async function openDatabase(change: Record<string, string> = {}) {
  const stores = ownStores();
  const settings = { ...stores.settings, ...change };
  // The server may be slow while other tests run.
  const database = connect(settings.MONGODB_URI, { logger: silent, selectionTimeout: 20_000 });
  await createIndexes(database, silent);
  return {
    ...database,
    settings,
    stop: async () => {
      await database.close();
      await stores.remove();
    },
  };
}

/** Stores an enquiry from a unique mailbox. Returns its id. */
export async function storeAccepted(
  database: Database,
  change?: Partial<AcceptedSubmission>,
): Promise<string> {
  // A mailbox can receive only a few acknowledgements per day.
  const form = createEnquiry({ email: `${randomUUID()}@example.org` });
  const submission = createAccepted({ form, ...change });
  await storeSubmission(database, submission);
  return submission.id;
}

export async function storeMarked(
  database: Database,
  change?: Partial<AcceptedSubmission>,
): Promise<string> {
  const id = await storeAccepted(database, { unacknowledged: 'possible spam', ...change });
  await markAsPossible(database, id);
  return id;
}

/** A larger insert would block the embedded MongoDB for seconds, and fail the tests beside it. */
export async function insertInBatches<Item>(
  items: Item[],
  insert: (some: Item[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < items.length; at += 100) await insert(items.slice(at, at + 100));
}

export function untilSent(
  database: Database,
  which: string | { reference: string },
  timeout?: number,
): Promise<ContactSubmission> {
  const filter = typeof which === 'string' ? { _id: which } : which;
  return waitFor(
    'it is stored and all emails are sent',
    async () => {
      const submission = await database.submissions
        .findOne(filter)
        .lean<ContactSubmission>()
        .exec();
      return (
        automaticKinds.every((kind) => submission?.notifications[kind]?.status === 'sent') &&
        submission
      );
    },
    timeout,
  );
}
