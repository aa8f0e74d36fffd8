import type { Logger } from '../../platform/logger.ts';
import { Problem, tryAgainLater } from '../../platform/http/problem.ts';
import { TimeoutError, withTimeout } from '../../platform/timeout.ts';
import { connect, type Database } from '../../storage/connection.ts';
import { PasswordsBusyError } from '../../storage/password.ts';
import { describeRefusal } from '../../storage/refusal.ts';
import { TaskError } from './task.ts';

/** Milliseconds that a request waits for the first connection. */
const firstConnection = 3_000;

/** How HTTP says why a task was not done. */
export const httpStatusOf = {
  denied: 403,
  'not-found': 404,
  conflict: 409,
  invalid: 400,
  unavailable: 503,
} as const;

/** MongoDB for the routes of staff. */
export type StaffDatabase = ReturnType<typeof createStaffDatabase>;

/** Connects when a member of staff first asks for something: enquiries are taken without it. */
export function createStaffDatabase(uri: string, logger: Logger) {
  let database: Database | undefined;
  /** MongoDB, once it has been reached. Rejects with a TimeoutError while it cannot be. */
  async function open(): Promise<Database> {
    database ??= connect(uri, { logger });
    await withTimeout(firstConnection, database.connected);
    return database;
  }
  return {
    open,
    /** Does work with MongoDB. @throws Problem as `withProblems`. */
    use: <Result>(work: (database: Database) => Promise<Result>) =>
      withProblems(async () => work(await open())),
    /**
     * MongoDB, for what has its own words for a MongoDB that is away.
     *
     * @throws its refusal, or TaskError where it has never been reached.
     */
    async reach(): Promise<Database> {
      return open().catch(async () => {
        await database?.ping().catch((error: unknown) => {
          if (describeRefusal(error)) throw error;
        });
        throw new TaskError('unavailable', 'MongoDB does not answer.');
      });
    },
    /** Resolves when MongoDB answers and lets us work; rejects with its error when it does not. */
    async ping() {
      await open().catch(() => undefined);
      await database?.ping();
    },
    close: async () => database?.close(),
  };
}

/**
 * Does work of a route.
 *
 * @throws Problem 503 when MongoDB cannot be reached or does not do what it is asked; with the
 *   sentence of a TaskError.
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

/** The reason names what is away: `mongodb` or `redis`. */
export function staffUnavailable(reason: string): Problem {
  return tryAgainLater(503, 'Enquiries cannot be read at the moment.', 10, reason);
}

function tooManyLogins(): Problem {
  const sentence = 'Too many people are signing in at this moment.';
  return tryAgainLater(503, sentence, 5, 'too many logins');
}

function isOutage(error: unknown): boolean {
  if (error instanceof TimeoutError) return true;
  const { name = '', code = '' } = error as { name?: string; code?: unknown };
  // The driver passes some of the operating system's errors on as they are, such as EPIPE.
  return name.startsWith('Mongo') || /^E[A-Z]+$/.test(String(code));
}
