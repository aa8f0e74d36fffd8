import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, mongo, type ConnectOptions } from 'mongoose';

import type { Logger } from '#server/logger.ts';
import { withTimeout } from '#server/process.ts';
import type { ContactSubmission } from './submission-model.ts';

/** A connection to MongoDB, and its collections without schemas: all that the worker needs. */
export type Mongodb = ReturnType<typeof openMongodb>;

export interface MongodbOptions {
  logger: Logger;
  /** Server selection timeout in milliseconds; 3 seconds by default. */
  selectionTimeout?: number;
}

/** Milliseconds between two checks, while connected and while disconnected. */
const pingEvery = { up: 2_000, down: 1_000 };
const pingTimeout = 5_000;
/** The length of an outage, in milliseconds, after which new connections are opened. */
const downTooLong = 15_000;
const closeWithin = 2_000;
/** Milliseconds for a query; less than the socket timeout. Mongoose exempts cursors. */
const queryTimeout = 7_000;

/** Opens and monitors a connection. Without one, commands fail at once or within seconds. */
export function openMongodb(uri: string, { logger, selectionTimeout = 3_000 }: MongodbOptions) {
  const address = withoutConcerns(uri);
  const connection = createConnection();
  connection.set('maxTimeMS', queryTimeout);
  connection.on('error', (error) => logger.debug({ err: error }, 'mongodb connection failed'));
  const closing = new AbortController();
  const listeners: (() => void)[] = [];
  let isOpen = false;
  let wasUp = false;
  let downSince: number | undefined = Date.now();
  let failure: unknown = new Error('MongoDB has not been reached yet.');
  let loggedReason: string | undefined;

  function collection<Row extends mongo.Document>(name: string): mongo.Collection<Row> {
    if (!isOpen || !connection.db) throw failure;
    return connection.db.collection<Row>(name);
  }

  const enquiries = () => collection<ContactSubmission>('contactsubmissions');

  async function ping(): Promise<void> {
    try {
      // Deletes nothing. Unlike the `ping` command, it fails without write permission.
      const deleting = enquiries().deleteOne({ _id: 'none' }, { writeConcern: { w: 1 } });
      await withTimeout(pingTimeout, deleting);
    } catch (error) {
      noteDown(error);
      throw error;
    }
    if (downSince === undefined) return;
    [downSince, loggedReason] = [undefined, undefined];
    logger.info(wasUp ? 'mongodb connection restored' : 'mongodb connected');
    if (wasUp) for (const listener of listeners) listener();
    wasUp = true;
  }

  function noteDown(error: unknown): void {
    if (closing.signal.aborted || error === failure) return;
    failure = error;
    downSince ??= Date.now();
    const refusal = describeRefusal(error);
    const reason = refusal ?? 'It does not answer.';
    if (reason === loggedReason) return;
    loggedReason = reason;
    if (refusal) logger.error({ err: error }, 'mongodb access denied');
    else logger.warn({ err: error }, wasUp ? 'mongodb connection lost' : 'waiting for mongodb');
  }

  async function openOnce(): Promise<void> {
    if (isOpen) return;
    await connection.openUri(address, mongodbOptions(selectionTimeout)).catch((error: unknown) => {
      noteDown(error);
      throw error;
    });
    isOpen = true;
  }

  async function keepPinging(onReached: () => void): Promise<void> {
    for (;;) {
      try {
        await openOnce();
        await ping();
        onReached();
      } catch (error) {
        if (error instanceof Error && error.name === 'MongoParseError') throw error;
        await closeIfStuck();
      }
      const pause = downSince === undefined ? pingEvery.up : pingEvery.down;
      await sleep(pause, undefined, { signal: closing.signal });
    }
  }

  // The driver (mongodb 7.8) can wait forever to write to a socket that has just closed, even in
  // its own monitoring. It would then never reconnect.
  async function closeIfStuck(): Promise<void> {
    if (!isOpen || !wasUp || Date.now() - (downSince ?? Infinity) < downTooLong) return;
    isOpen = false;
    await withTimeout(closeWithin, connection.close()).catch(() => undefined);
  }

  const connected = new Promise<void>((resolve, reject) => {
    keepPinging(resolve).catch(reject);
  });
  // Avoids an unhandled rejection if nobody awaits `connected`.
  connected.catch(() => undefined);

  return {
    connection,
    /** A collection, without a schema. Throws until the first connection. */
    collection,
    enquiries,
    /** Resolves after the first connection. Rejects if the URI is invalid or after `close`. */
    connected,
    /** Resolves if MongoDB answers and accepts writes. */
    ping,
    /** Milliseconds since the connection was lost; 0 while it is up or was never made. */
    downFor: () => (wasUp && downSince !== undefined ? Date.now() - downSince : 0),
    onReconnect: (listener: () => void) => void listeners.push(listener),
    close: async () => {
      closing.abort();
      await connection.destroy(true);
    },
  };
}

/** A lagging secondary could hide a new enquiry or change; a write not on disk could be lost. */
function withoutConcerns(uri: string): string {
  const ofReads = 'readPreference|readPreferenceTags|maxStalenessSeconds|readConcernLevel';
  return uri.replace(new RegExp(`([?&])(?:${ofReads}|w|j|journal)=[^&]*`, 'gi'), '$1');
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
    waitQueueTimeoutMS: 5_000,
    heartbeatFrequencyMS: 2_000,
    // A write is acknowledged only when a majority has it on disk.
    writeConcern: { w: 'majority', journal: true },
  };
}

/** Why MongoDB denied access, in a sentence without credentials; undefined for other errors. */
export function describeRefusal(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  const isGreeted = error instanceof mongo.MongoError && error.hasErrorLabel('HandshakeError');
  // https://www.mongodb.com/docs/manual/reference/error-codes/; Atlas has 8000 for both.
  if (code === 18 || (code === 8_000 && isGreeted)) {
    return 'MongoDB rejected the login: check the user, password and authSource in MONGODB_URI (docs/deployment.md).';
  }
  if (code === 13 || code === 8_000) {
    return 'MongoDB denied permission: the user in MONGODB_URI needs readWrite on its database (docs/deployment.md).';
  }
  return undefined;
}
