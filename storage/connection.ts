import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, type ConnectOptions, type Model, type mongo } from 'mongoose';

import type { Logger } from '../platform/logger.ts';
import { batch } from '../platform/batch.ts';
import { withTimeout } from '../platform/timeout.ts';
import { openAuditTrail, type AuditTrail } from './audit-trail.ts';
import { passkeyModel, type Passkey } from './passkeys.ts';
import { describeRefusal } from './refusal.ts';
import { sessionModel, type Session } from './sessions.ts';
import { insertSubmissions, submissionModel, type ContactSubmission } from './submission-model.ts';
import { personRequestModel, type PersonRequest } from './person-requests.ts';
import { userModel, type User } from './users.ts';

/** The way to MongoDB of one process. */
export interface Database {
  submissions: Model<ContactSubmission>;
  /**
   * Inserts a submission, together with all others of the same turn of the event loop. Resolves to
   * what `insertSubmissions` says of it.
   */
  insertSubmission: (submission: ContactSubmission) => Promise<boolean | Error>;
  users: Model<User>;
  personRequests: Model<PersonRequest>;
  sessions: Model<Session>;
  passkeys: Model<Passkey>;
  audit: AuditTrail;
  /** Resolves when MongoDB has been reached once and let us in, however long that takes. */
  connected: Promise<void>;
  /**
   * Resolves when MongoDB answers now and lets us write. `describeRefusal` puts into words that it
   * refuses us.
   */
  ping: () => Promise<void>;
  /** The time by MongoDB's clock, in milliseconds since 1970. */
  now: () => Promise<number>;
  /** Calls the listener each time MongoDB is there again after it was away. */
  onReconnect: (listener: () => void) => void;
  /** Deletes the whole database. */
  drop: () => Promise<void>;
  close: () => Promise<void>;
}

interface DatabaseOptions {
  logger: Logger;
  /** Milliseconds that a command looks for a server before it fails; 3 seconds by default. */
  selectionTimeout?: number;
}

/** Milliseconds between two looks at a MongoDB that is there, and at one that is away. */
const lookEvery = { there: 2_000, away: 1_000 };
const pingTimeout = 5_000;
const retryIndexesEvery = 5_000;
/** Milliseconds after which a MongoDB that is away is looked for on new connections. */
const awayTooLong = 15_000;
const closeWithin = 2_000;

/**
 * Opens a connection of its own to MongoDB and keeps looking at it. Commands fail at once until it
 * has been reached, and within seconds when it goes away, hangs or refuses us later on.
 */
export function connect(uri: string, options: DatabaseOptions): Database {
  const { logger, selectionTimeout = 3_000 } = options;
  const address = withoutConcerns(uri);
  const connection = createConnection();
  connection.on('error', (error) => logger.debug({ err: error }, 'mongodb connection failed'));
  const submissions = submissionModel(connection);
  const users = userModel(connection);
  const personRequests = personRequestModel(connection);
  const sessions = sessionModel(connection);
  const passkeys = passkeyModel(connection);
  const audit = openAuditTrail(connection);
  const closing = new AbortController();
  const events = new EventEmitter<{ back: [] }>();
  let isOpen = false;
  let isThere = false;
  let wasThere = false;
  let awaySince = Date.now();
  let failure: unknown = new Error('MongoDB has not been reached yet.');
  let said: string | undefined;

  async function open(): Promise<void> {
    await connection.openUri(address, mongodbOptions(selectionTimeout));
    isOpen = true;
    // Mongoose's own events are silent about a mongos.
    connection.getClient().on('topologyDescriptionChanged', ({ newDescription }) => {
      if (isThere && !takesWrites(newDescription)) markAway(new Error('No server takes writes.'));
    });
  }

  async function ping(): Promise<void> {
    if (!isOpen) throw failure;
    // Deletes nothing. A right that is missing shows only where it is needed, which is not in `ping`.
    const deleting = submissions.deleteOne({ _id: 'none' }, { writeConcern: { w: 1 } }).exec();
    await withTimeout(pingTimeout, deleting);
    markThere();
  }

  function markThere(): void {
    if (isThere) return;
    [isThere, said] = [true, undefined];
    if (wasThere) {
      logger.info('mongodb connection restored');
      events.emit('back');
    } else {
      logger.info('mongodb connected');
      wasThere = true;
    }
  }

  function markAway(error: unknown): void {
    if (closing.signal.aborted) return;
    failure = error;
    const reason = describeRefusal(error) ?? 'It does not answer.';
    if (reason === said) return;
    if (describeRefusal(error)) logger.error({ reason, err: error }, 'mongodb access denied');
    else if (wasThere) logger.warn({ err: error }, 'mongodb connection lost');
    else logger.warn({ err: error }, 'waiting for mongodb');
    if (isThere) awaySince = Date.now();
    [isThere, said] = [false, reason];
  }

  async function keepLooking(onReached: () => void): Promise<void> {
    const { signal } = closing;
    for (;;) {
      try {
        if (!isOpen) await open();
        await ping();
        onReached();
      } catch (error) {
        if (error instanceof Error && error.name === 'MongoParseError') throw error;
        markAway(error);
        await closeIfStuck();
      }
      await sleep(isThere ? lookEvery.there : lookEvery.away, undefined, { signal });
    }
  }

  // The driver may wait for ever to write to a socket that has just closed (mongodb 7.8), also where
  // it looks whether the server is there again: then it never would be.
  async function closeIfStuck(): Promise<void> {
    if (!isOpen || !wasThere || Date.now() - awaySince < awayTooLong) return;
    isOpen = false;
    await withTimeout(closeWithin, connection.close()).catch(() => undefined);
  }

  const connected = new Promise<void>((resolve, reject) => {
    keepLooking(resolve).catch(reject);
  });
  // Whoever waits for it sees the rejection; nobody has to wait.
  connected.catch(() => undefined);

  return {
    submissions,
    insertSubmission: batch((documents: ContactSubmission[]) =>
      insertSubmissions(submissions, documents),
    ),
    users,
    personRequests,
    sessions,
    passkeys,
    audit,
    connected,
    ping,
    async now() {
      if (!connection.db) throw failure;
      const { localTime } = await connection.db.command({ hello: 1 });
      return localTime instanceof Date ? localTime.getTime() : Date.now();
    },
    onReconnect: (listener) => void events.on('back', listener),
    drop: () => connection.dropDatabase(),
    async close() {
      closing.abort();
      await connection.destroy(true);
    },
  };
}

/**
 * The address without what it says of reads and writes. A secondary may not have an enquiry yet that
 * a majority has, which then would look erased; and what is not on a disk may be lost.
 */
function withoutConcerns(uri: string): string {
  const ofReads = 'readPreference|readPreferenceTags|maxStalenessSeconds|readConcernLevel';
  return uri.replace(new RegExp(`([?&])(?:${ofReads}|w|j|journal)=[^&]*`, 'gi'), '$1');
}

/** Whether any of the servers that a client knows takes writes, whatever kind it is. */
function takesWrites({ servers }: mongo.TopologyDescription): boolean {
  return [...servers.values()].some(({ isWritable }) => isWritable);
}

function mongodbOptions(selectionTimeout: number): ConnectOptions {
  return {
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    serverSelectionTimeoutMS: selectionTimeout,
    connectTimeoutMS: 3_000,
    // A server that hangs must not hold a job, nor a person, for longer than this.
    socketTimeoutMS: 8_000,
    waitQueueTimeoutMS: 5_000,
    heartbeatFrequencyMS: 2_000,
    // Of every write: a majority has it on disk before it is answered.
    writeConcern: { w: 'majority', journal: true },
  };
}

/**
 * Creates the indexes of every model. Repeats until MongoDB has done so, for as long as that
 * takes, unless the signal stops it.
 *
 * @throws AbortError when the signal stops it.
 */
export async function createIndexes(
  database: Database,
  logger: Logger,
  signal?: AbortSignal,
): Promise<void> {
  await database.connected;
  for (;;) {
    signal?.throwIfAborted();
    try {
      await database.submissions.createIndexes();
      await database.users.createIndexes();
      await database.personRequests.createIndexes();
      await database.sessions.createIndexes();
      await database.passkeys.createIndexes();
      await database.audit.createIndexes();
      return;
    } catch (error) {
      logger.warn({ err: error }, 'creating indexes will be retried');
    }
    await sleep(retryIndexesEvery, undefined, signal ? { signal } : {});
  }
}

/** What is stored, with the name that its id has outside of MongoDB. */
export function withId<Row extends { _id: string }>({ _id: id, ...rest }: Row) {
  return { id, ...rest };
}
