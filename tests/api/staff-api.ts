import { contactSubmissionsPath } from '../../contract/api.ts';
import { connect, type Database } from '../../storage/connection.ts';
import { createIndexes } from '../../storage/create-indexes.ts';
import { createUser } from '../../storage/users.ts';
import { ownStores, silent } from '../own-stores.ts';
import { startApiUnderTest, type ApiUnderTest } from './api-under-test.ts';

/** An API with a MongoDB database of its own, and staff who may sign in to it. */
export interface StaffApi extends ApiUnderTest {
  database: Database;
  /** Gets what is below /api/contact-submissions, as the given user if there is one. */
  get(path: string, user?: string, password?: string, headers?: object): Promise<Response>;
}

export const password = 'marula branch teapot';

/** Starts it with the user naledi, who may read enquiries. */
export async function startStaffApi(settings: Record<string, string> = {}): Promise<StaffApi> {
  const stores = ownStores();
  const database = connect(stores.settings.MONGODB_URI, { logger: silent });
  await createIndexes(database, silent);
  await createUser(database, { username: 'naledi', password });
  const api = await startApiUnderTest(stores.settings.REDIS_URL, {
    MONGODB_URI: stores.settings.MONGODB_URI,
    ...settings,
  });
  return {
    ...api,
    database,
    get: (path, user, secret = password, headers = {}) =>
      fetch(`${api.url}${contactSubmissionsPath}${path}`, {
        headers: { ...(user === undefined ? {} : basic(user, secret)), ...headers },
      }),
    async stop() {
      await api.stop();
      await database.close();
      await stores.remove();
    },
  };
}

export function basic(user: string, secret: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` };
}
