import { setTimeout as sleep } from 'node:timers/promises';
import {
  createConnection,
  STATES,
  type Connection,
  type ConnectOptions,
  type Model,
} from 'mongoose';

import type { Logger } from '../platform/logger.ts';
import { gather } from '../platform/gather.ts';
import { withTimeout } from '../platform/timeout.ts';
import { openAuditTrail, type AuditTrail } from './audit-trail.ts';
import { insertSubmissions, submissionModel, type ContactSubmission } from './submission-model.ts';
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
  audit: AuditTrail;
  /** Resolves when MongoDB has been reached once, however long that takes. */
  connected: Promise<void>;
  /** Resolves when MongoDB answers now. */
  ping: () => Promise<void>;
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

const reconnectEvery = 1_000;
const retryIndexesEvery = 5_000;
/** Milliseconds after which a MongoDB that is away is looked for on new connections. */
const awayTooLong = 15_000;
const closeWithin = 2_000;

/**
 * Opens a connection of its own to MongoDB and keeps trying until it is there. Commands fail
 * at once until then, and within seconds when MongoDB goes away or hangs later on.
 */
export function connect(uri: string, options: DatabaseOptions): Database {
  const { logger, selectionTimeout = 3_000 } = options;
  const connection = createConnection();
  const closing = new AbortController();
  connection.on('error', (error) => logger.warn({ err: error }, 'mongodb connection failed'));
  let reopening = false;
  connection.on('disconnected', () => {
    if (closing.signal.aborted || reopening) return;
    logger.warn('mongodb is away');
    // Rejects only when the connection is being closed.
    reopenUnlessBack().catch(() => undefined);
  });
  connection.on('reconnected', () => logger.info('mongodb is back'));
  const submissions = submissionModel(connection);
  const users = userModel(connection);
  const audit = openAuditTrail(connection);
  const reach = () =>
    open(connection, uri, mongodbOptions(selectionTimeout), logger, closing.signal);
  const connected = reach();
  // Whoever waits for it sees the rejection; nobody has to wait.
  connected.catch(() => undefined);

  // The driver may wait for ever to write to a socket that has just closed (mongodb 7.8), also where
  // it looks whether the server is there again: then it never would be.
  async function reopenUnlessBack(): Promise<void> {
    await sleep(awayTooLong, undefined, { signal: closing.signal });
    if (reopening || connection.readyState === STATES.connected) return;
    reopening = true;
    try {
      await withTimeout(closeWithin, connection.close()).catch(() => undefined);
      await reach();
    } finally {
      reopening = false;
    }
    connection.emit('reconnected');
  }

  return {
    submissions,
    insertSubmission: gather((documents: ContactSubmission[]) =>
      insertSubmissions(submissions, documents),
    ),
    users,
    audit,
    connected,
    async ping() {
      if (!connection.db) throw new Error('MongoDB has not been reached yet.');
      await connection.db.command({ ping: 1 });
    },
    onReconnect: (listener) => void connection.on('reconnected', listener),
    drop: () => connection.dropDatabase(),
    async close() {
      closing.abort();
      await connection.destroy(true);
    },
  };
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

async function open(
  connection: Connection,
  uri: string,
  options: ConnectOptions,
  logger: Logger,
  closing: AbortSignal,
): Promise<void> {
  for (let attempt = 1; !closing.aborted; attempt += 1) {
    try {
      await connection.openUri(uri, { ...options });
      logger.info('mongodb is there');
      return;
    } catch (error) {
      if (error instanceof Error && error.name === 'MongoParseError') throw error;
      if (attempt === 1) logger.warn({ err: error }, 'waiting for mongodb');
    }
    await sleep(reconnectEvery, undefined, { signal: closing });
  }
  throw new Error('The connection was closed before MongoDB was reached.');
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
