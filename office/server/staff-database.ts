import type { Logger } from '../../platform/logger.ts';
import { Problem, tryAgainLater } from '../../platform/http/problem.ts';
import { TimeoutError, withTimeout } from '../../platform/timeout.ts';
import { connect, type Database } from '../../storage/connection.ts';
import { PasswordsBusyError } from '../../storage/password.ts';
import { describeRefusal } from '../../storage/refusal.ts';
import { TaskError } from './task.ts';

/** Milliseconds that a request waits for the first connection. */
const firstConnection = 3_000;

/** The HTTP status for each reason of a TaskError. */
export const httpStatusOf = {
  denied: 403,
  'not-found': 404,
  conflict: 409,
  invalid: 400,
  unavailable: 503,
} as const;

/** MongoDB for the routes of staff. */
export type StaffDatabase = ReturnType<typeof createStaffDatabase>;

/** Connects on the first staff request: accepting enquiries does not need it. */
export function createStaffDatabase(uri: string, logger: Logger) {
  let database: Database | undefined;
  /** MongoDB, once connected. Rejects with a TimeoutError until then. */
  async function open(): Promise<Database> {
    database ??= connect(uri, { logger });
    await withTimeout(firstConnection, database.connected);
    return database;
  }
  return {
    open,
    /**
     * Runs work with MongoDB.
     *
     * @throws Problem like `withProblems`.
     */
    use: <Result>(work: (database: Database) => Promise<Result>) =>
      withProblems(async () => work(await open())),
    /**
     * MongoDB, for callers that handle an outage themselves.
     *
     * @throws its refusal, or TaskError if it was never reached.
     */
    async reach(): Promise<Database> {
      return open().catch(async () => {
        await database?.ping().catch((error: unknown) => {
          if (describeRefusal(error)) throw error;
        });
        throw new TaskError('unavailable', 'MongoDB is not answering.');
      });
    },
    /** Resolves if MongoDB answers and grants access; rejects with its error otherwise. */
    async ping() {
      await open().catch(() => undefined);
      await database?.ping();
    },
    close: async () => database?.close(),
  };
}

/**
 * Runs the work of a route.
 *
 * @throws Problem 503 if MongoDB is down or refuses; with the sentence of a TaskError.
 */
export async function withProblems<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isOutage(error)) throw staffUnavailable('mongodb');
    if (error instanceof PasswordsBusyError) throw tooManyLogins();
    if (error instanceof TaskError) throw new Problem(httpStatusOf[error.failure], error.message);
    throw error;
  }
}

/** The reason names the store that is down: `mongodb` or `redis`. */
export function staffUnavailable(reason: string): Problem {
  return tryAgainLater(503, 'Enquiries cannot be read at the moment.', 10, reason);
}

function tooManyLogins(): Problem {
  const sentence = 'Too many people are signing in at the moment.';
  return tryAgainLater(503, sentence, 5, 'too many logins');
}

function isOutage(error: unknown): boolean {
  if (error instanceof TimeoutError) return true;
  const { name = '', code = '' } = error as { name?: string; code?: unknown };
  // The driver passes on some errors of the operating system, such as EPIPE.
  return name.startsWith('Mongo') || /^E[A-Z]+$/.test(String(code));
}
