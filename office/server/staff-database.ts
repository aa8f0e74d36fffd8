import type { Logger } from '#server/logger.ts';
import { Problem, tryAgainLater } from '#server/http.ts';
import { reasonOf } from '#server/reasons.ts';
import { TimeoutError, withTimeout } from '#server/process.ts';
import { connect, createIndexes, type Database } from '#storage/connection.ts';
import { describeRefusal } from '#storage/mongodb.ts';
import { recently } from './perform.ts';
import { TaskError } from './task.ts';

/** Milliseconds that a request waits for the first connection. */
const firstConnection = 3_000;

const httpStatusOf = {
  denied: 403,
  unconfirmed: 401,
  'not-found': 404,
  conflict: 409,
  invalid: 400,
  unavailable: 503,
} as const;

/** Connects on first use, because the enquiries desk must start even if MongoDB is down. */
export function createStaffDatabase(uri: string, logger: Logger) {
  let database: Database | undefined;
  const closing = new AbortController();
  /** Rejects with MongoDB's error if it denies access, or with a TimeoutError if it is silent. */
  async function open(): Promise<Database> {
    if (!database) {
      database = connect(uri, { logger });
      createIndexes(database, logger, closing.signal).catch(() => undefined);
    }
    const opened = database;
    await withTimeout(firstConnection, opened.connected).catch(async (error: unknown) => {
      await opened.ping().catch((reason: unknown) => {
        if (describeRefusal(reason)) throw reason;
      });
      throw error;
    });
    return opened;
  }
  return {
    open,
    close: async () => {
      closing.abort();
      await database?.close();
    },
  };
}

/** @throws Problem 503 if a store is down or denies access. A TaskError becomes a Problem too. */
export async function withProblems<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const store = storeDown(error);
    if (store) throw staffUnavailable(store);
    if (error instanceof TaskError) throw problemOf(error);
    throw error;
  }
}

/** Seconds after which to ask again while a store is down. */
const retryAfter = 10;

// https://www.rfc-editor.org/rfc/rfc9470
const challenge = `Session error="insufficient_user_authentication", max_age=${recently / 1_000}`;

const headersOf: Partial<Record<TaskError['failure'], Record<string, string>>> = {
  unconfirmed: { 'WWW-Authenticate': challenge },
  unavailable: { 'Retry-After': String(retryAfter) },
};

function problemOf({ failure, message, cause }: TaskError): Problem {
  const reason = cause ? storeDown(cause) : undefined;
  return new Problem(httpStatusOf[failure], message, { headers: headersOf[failure], reason });
}

function staffUnavailable(reason: string): Problem {
  return tryAgainLater(503, 'Enquiries cannot be loaded at the moment.', retryAfter, reason);
}

/** Milliseconds after which a store counts as down. */
const storeTimeout = 10_000;

/** The result of a read, or undefined while its store is down. */
export async function unlessDown<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await withTimeout(storeTimeout, read());
  } catch (error) {
    if (storeDown(error) || (error instanceof TaskError && error.failure === 'unavailable')) {
      return undefined;
    }
    throw error;
  }
}

/** The errors of ioredis while Redis does not answer, by name and message. */
const redisIsAway =
  /Command timed out|Socket timeout|^MaxRetriesPerRequest|Connection is closed|aborted due to connection close|Stream isn't writeable/;

/** The store that is down or refuses an operation; undefined for an error of another kind. */
function storeDown(error: unknown): 'redis' | 'mongodb' | undefined {
  const { name = '', message = '', code = '' } = error as Partial<Error> & { code?: unknown };
  if (name === 'ReplyError') return reasonOf(error) === 'err' ? undefined : 'redis';
  if (redisIsAway.test(`${name} ${message}`)) return 'redis';
  // MongoDB's driver passes on some system errors, such as EPIPE; Redis's driver does not.
  const isOfMongodb = /^(Mongo|PoolCleared)/.test(name) || /^E[A-Z]+$/.test(String(code));
  return isOfMongodb || error instanceof TimeoutError ? 'mongodb' : undefined;
}
