import type { Logger } from '../../platform/logger.ts';
import { TimeLimitError, withTimeLimit } from '../../platform/time-limit.ts';
import { connect, type Database } from '../../storage/connection.ts';
import { staffUnavailable } from './staff-problems.ts';

/** Milliseconds that a request waits for the first connection. */
const patience = 3_000;

/** MongoDB for the routes of staff. */
export interface StaffDatabase {
  /**
   * Does work with MongoDB.
   *
   * @throws Problem 503 when MongoDB cannot be reached or does not do what it is asked.
   */
  use<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Connects when a member of staff first asks for something: enquiries are taken without it. */
export function createStaffDatabase(uri: string, logger: Logger): StaffDatabase {
  let database: Database | undefined;
  return {
    async use(work) {
      database ??= connect(uri, { logger });
      try {
        await withTimeLimit(patience, database.connected);
        return await work(database);
      } catch (error) {
        if (isOutage(error)) throw staffUnavailable('mongodb');
        throw error;
      }
    },
    async close() {
      await database?.close();
    },
  };
}

function isOutage(error: unknown): boolean {
  if (error instanceof TimeLimitError) return true;
  const { name = '', code = '' } = error as { name?: string; code?: unknown };
  // The driver passes some of the operating system's errors on as they are, such as EPIPE.
  return name.startsWith('Mongo') || /^E[A-Z]+$/.test(String(code));
}
