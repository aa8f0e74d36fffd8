import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from '#server/logger.ts';
import { openAuditTrail } from './audit-trail.ts';
import { blockedEntrySchema, type BlockedEntry } from './block-list.ts';
import { openMongodb, type MongodbOptions } from './mongodb.ts';
import { passkeySchema, type Passkey } from './passkeys.ts';
import { personRequestSchema, type PersonRequest } from './person-requests.ts';
import { sessionSchema, type Session } from './sessions.ts';
import { submissionSchema, type ContactSubmission } from './submission-model.ts';
import { templateSchema, type ReplyTemplate } from './templates.ts';
import { tokenSchema, type AccessToken } from './tokens.ts';
import { userSchema, type User } from './users.ts';

export type Database = ReturnType<typeof connect>;

/** Opens a connection to MongoDB as `openMongodb` does, with the collections of the desk. */
export function connect(uri: string, options: MongodbOptions) {
  const mongodb = openMongodb(uri, options);
  const { connection } = mongodb;
  return {
    ...mongodb,
    submissions: connection.model<ContactSubmission>('ContactSubmission', submissionSchema),
    users: connection.model<User>('User', userSchema),
    personRequests: connection.model<PersonRequest>('PersonRequest', personRequestSchema),
    sessions: connection.model<Session>('Session', sessionSchema),
    passkeys: connection.model<Passkey>('Passkey', passkeySchema),
    blockList: connection.model<BlockedEntry>('BlockedEntry', blockedEntrySchema),
    templates: connection.model<ReplyTemplate>('ReplyTemplate', templateSchema),
    tokens: connection.model<AccessToken>('AccessToken', tokenSchema),
    audit: openAuditTrail(connection),
    drop: () => connection.dropDatabase(),
  };
}

const retryIndexesEvery = 5_000;

/** Creates every index, with retries. @throws AbortError if the signal stops it. */
export async function createIndexes(
  { connected, connection }: Pick<Database, 'connected' | 'connection'>,
  logger: Logger,
  signal?: AbortSignal,
): Promise<void> {
  await connected;
  for (;;) {
    signal?.throwIfAborted();
    try {
      for (const model of Object.values(connection.models)) await model.createIndexes();
      return;
    } catch (error) {
      logger.warn({ err: error }, 'creating indexes will be retried');
    }
    await sleep(retryIndexesEvery, undefined, signal && { signal });
  }
}

export function withId<Row extends { _id: string }>({ _id: id, ...fields }: Row) {
  return { id, ...fields };
}
