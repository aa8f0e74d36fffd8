import { contactSubmissionsPath } from '../../contract/api.ts';
import { readOfficeConfig } from '../../office/config.ts';
import { startOffice } from '../../office/server/app.ts';
import type { Database } from '../../storage/connection.ts';
import { createUser } from '../../storage/users.ts';
import { createRecordingLogger, openDatabase, type OwnStores } from '../../testing/own-stores.ts';

/** An office with a MongoDB database of its own, and staff who may sign in to it. */
export interface OfficeUnderTest {
  url: string;
  /** Of the stores that it works with. */
  settings: OwnStores['settings'];
  database: Database;
  /** Gets what is below /api/contact-submissions, as the given user if there is one. */
  get: (path: string, user?: string, password?: string, headers?: object) => Promise<Response>;
  /** Everything logged so far, one JSON object a line. */
  log: () => string;
  stop: () => Promise<void>;
}

export const password = 'marula branch teapot';

/** Starts it in this process, with the user naledi, who may read enquiries. */
export async function startOfficeUnderTest(
  settings: Record<string, string> = {},
): Promise<OfficeUnderTest> {
  const database = await openDatabase();
  await createUser(database, { username: 'naledi', password });
  const { logger, log } = createRecordingLogger('office');
  const config = readOfficeConfig({ OFFICE_PORT: '0', ...database.settings, ...settings });
  const office = await startOffice(config, logger);
  const url = `http://127.0.0.1:${office.port}`;
  return {
    url,
    settings: database.settings,
    database,
    get: (path, user, secret = password, headers = {}) =>
      fetch(`${url}${contactSubmissionsPath}${path}`, {
        headers: { ...(user === undefined ? {} : basic(user, secret)), ...headers },
      }),
    log,
    async stop() {
      await office.stop();
      await database.stop();
    },
  };
}

export function basic(user: string, secret: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` };
}
