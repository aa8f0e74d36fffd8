import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';

import { spawnTsx } from '../../../dev/processes.ts';
import { connect } from '../../../storage/connection.ts';
import { checkCredentials } from '../../../storage/users.ts';
import { ownStores, silent } from '../../../testing/own-stores.ts';

const stores = ownStores();
const password = 'marula branch teapot';

afterAll(() => stores.remove());

it('reads a password from a pipe, and neither prints nor keeps it', async () => {
  const child = spawnTsx(
    'office/commands/main.ts',
    ['users', 'add', 'naledi'],
    stores.settings,
    'pipe',
  );
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += String(chunk)));
  child.stderr?.on('data', (chunk) => (printed += String(chunk)));
  child.stdin?.end(`${password}\nand more\n`);
  const [code] = (await once(child, 'close')) as [number];
  expect(printed).toMatch(
    /^There is no account that can sign in: .*\nnaledi was added and may read enquiries\.\n$/,
  );
  expect(code).toBe(0);

  const database = connect(stores.settings.MONGODB_URI, { logger: silent });
  await database.connected;
  expect(await checkCredentials(database, { username: 'naledi', password })).toBeDefined();
  await database.close();
});
