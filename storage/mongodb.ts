import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, type ConnectOptions, type mongo } from 'mongoose';

import type { Logger } from '../platform/logger.ts';
import { createOutage } from '../platform/outage.ts';
import { withTimeout } from '../platform/timeout.ts';
import { describeRefusal } from './refusal.ts';
import { logSlowCommands } from './slow-commands.ts';
import { submissionSchema, type ContactSubmission } from './submission-model.ts';

/** A connection to MongoDB with the enquiries, which is all that most functions need. */
export type Mongodb = ReturnType<typeof openMongodb>;

export interface MongodbOptions {
  logger: Logger;
  /** Server selection timeout in milliseconds; 3 seconds by default. */
  selectionTimeout?: number;
}

/** Milliseconds between two checks, while connected and while disconnected. */
const pingEvery = { up: 2_000, down: 1_000 };
const pingTimeout = 5_000;
const retryIndexesEvery = 5_000;
/** The length of an outage, in milliseconds, after which new connections are opened. */
const downTooLong = 15_000;
const closeWithin = 2_000;
/**
 * Milliseconds after which MongoDB ends a query; shorter than the socket timeout. Mongoose exempts
 * cursors, which exports and the worker's sweeps use.
 */
const queryTimeout = 7_000;

/**
 * Opens a connection to MongoDB and monitors it. Until the connection is established, commands fail
 * immediately. If MongoDB later goes down, hangs or denies access, they fail within seconds.
 */
export function openMongodb(uri: string, { logger, selectionTimeout = 3_000 }: MongodbOptions) {
  const address = withoutConcerns(uri);
  const connection = createConnection();
  connection.set('maxTimeMS', queryTimeout);
  logSlowCommands(connection, logger);
  connection.on('error', (error) => logger.debug({ err: error }, 'mongodb connection failed'));
  const submissions = connection.model<ContactSubmission>('ContactSubmission', submissionSchema);
  const closing = new AbortController();
  const events = new EventEmitter<{ back: [] }>();
  let isOpen = false;
  let isUp = false;
  let wasUp = false;
  let downSince = Date.now();
  let failure: unknown = new Error('MongoDB has not been reached yet.');
  let lastReason: string | undefined;
  const outage = createOutage({
    // markDown logs the beginning of an outage, and markUp its end.
    began: () => undefined,
    continues: (fields) => logger.warn(fields, 'mongodb still not available'),
    ended: () => undefined,
  });

  async function open(): Promise<void> {
    await connection.openUri(address, mongodbOptions(selectionTimeout));
    isOpen = true;
    // Listens to the driver, because Mongoose emits no connection events for a mongos.
    connection.getClient().on('topologyDescriptionChanged', ({ newDescription }) => {
      if (isUp && !takesWrites(newDescription)) markDown(new Error('No server accepts writes.'));
    });
  }

  async function ping(): Promise<void> {
    if (!isOpen) throw failure;
    // Deletes nothing. Unlike the `ping` command, it fails without write permission.
    const deleting = submissions.deleteOne({ _id: 'none' }, { writeConcern: { w: 1 } }).exec();
    await withTimeout(pingTimeout, deleting);
    markUp();
  }

  function markUp(): void {
    outage.over();
    if (isUp) return;
    [isUp, lastReason] = [true, undefined];
    if (wasUp) {
      logger.info('mongodb connection restored');
      events.emit('back');
    } else {
      logger.info('mongodb connected');
      wasUp = true;
    }
  }

  function markDown(error: unknown): void {
    if (closing.signal.aborted) return;
    failure = error;
    outage.failed(error);
    const reason = describeRefusal(error) ?? 'It does not answer.';
    if (reason === lastReason) return;
    if (describeRefusal(error)) logger.error({ err: error }, 'mongodb access denied');
    else if (wasUp) logger.warn({ err: error }, 'mongodb connection lost');
    else logger.warn({ err: error }, 'waiting for mongodb');
    if (isUp) downSince = Date.now();
    [isUp, lastReason] = [false, reason];
  }

  async function keepPinging(onReached: () => void): Promise<void> {
    const { signal } = closing;
    for (;;) {
      try {
        if (!isOpen) await open();
        await ping();
        onReached();
      } catch (error) {
        if (error instanceof Error && error.name === 'MongoParseError') throw error;
        markDown(error);
        await closeIfStuck();
      }
      await sleep(isUp ? pingEvery.up : pingEvery.down, undefined, { signal });
    }
  }

  // The driver (mongodb 7.8) can wait forever to write to a socket that has just closed, even in
  // its own monitoring. It would then never reconnect.
  async function closeIfStuck(): Promise<void> {
    if (!isOpen || !wasUp || Date.now() - downSince < downTooLong) return;
    isOpen = false;
    await withTimeout(closeWithin, connection.close()).catch(() => undefined);
  }

  const connected = new Promise<void>((resolve, reject) => {
    keepPinging(resolve).catch(reject);
  });
  // Avoids an unhandled rejection if nobody awaits `connected`.
  connected.catch(() => undefined);

  return {
    submissions,
    /** For the models of other collections. */
    connection,
    /**
     * Resolves after the first connection, without a time limit. Rejects if the URI is invalid, or
     * if `close` is called first.
     */
    connected,
    /**
     * Resolves if MongoDB answers and accepts writes. If MongoDB denies access, `describeRefusal`
     * explains the error.
     */
    ping,
    /** Tracks outages of the connection. The caller has to report failed commands to it as well. */
    outage,
    /** MongoDB's clock, in milliseconds since 1970. */
    now: async () => {
      if (!connection.db) throw failure;
      const { localTime } = await connection.db.command({ hello: 1 });
      return localTime instanceof Date ? localTime.getTime() : Date.now();
    },
    /** Calls the listener each time the connection is restored. */
    onReconnect: (listener: () => void) => void events.on('back', listener),
    drop: () => connection.dropDatabase(),
    close: async () => {
      closing.abort();
      await connection.destroy(true);
    },
  };
}

/**
 * Removes read and write settings from the URI. Reads from a secondary that lags behind could make
 * a new enquiry look deleted, or hide what a colleague has just changed. Writes that are not on
 * disk could be lost.
 */
function withoutConcerns(uri: string): string {
  const ofReads = 'readPreference|readPreferenceTags|maxStalenessSeconds|readConcernLevel';
  return uri.replace(new RegExp(`([?&])(?:${ofReads}|w|j|journal)=[^&]*`, 'gi'), '$1');
}

function takesWrites({ servers }: mongo.TopologyDescription): boolean {
  return [...servers.values()].some(({ isWritable }) => isWritable);
}

function mongodbOptions(selectionTimeout: number): ConnectOptions {
  return {
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    serverSelectionTimeoutMS: selectionTimeout,
    connectTimeoutMS: Math.max(selectionTimeout, 3_000),
    // A hanging server must not block a job or a request for longer.
    socketTimeoutMS: 8_000,
    monitorCommands: true,
    waitQueueTimeoutMS: 5_000,
    heartbeatFrequencyMS: 2_000,
    // A write is acknowledged only when a majority has it on disk.
    writeConcern: { w: 'majority', journal: true },
  };
}

/** The models whose indexes the worker creates; those of the others belong to the desk. */
export const submissionIndexes = ['ContactSubmission'];

/**
 * Creates the indexes of every model, or only of the named ones. Retries until it succeeds.
 *
 * @throws AbortError if the signal stops it.
 */
export async function createIndexes(
  database: Pick<Mongodb, 'submissions' | 'connected' | 'outage'>,
  logger: Logger,
  signal?: AbortSignal,
  names?: readonly string[],
): Promise<void> {
  await database.connected;
  for (;;) {
    signal?.throwIfAborted();
    try {
      const { models } = database.submissions.db;
      for (const [name, model] of Object.entries(models)) {
        if (!names || names.includes(name)) await model.createIndexes();
      }
      logger.debug('indexes created');
      return;
    } catch (error) {
      if (!database.outage.isActive())
        logger.warn({ err: error }, 'creating indexes will be retried');
    }
    await sleep(retryIndexesEvery, undefined, signal ? { signal } : {});
  }
}
