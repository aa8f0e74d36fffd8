import { once } from 'node:events';
import { expect, it } from 'vitest';

import { spawnNode } from '../../../dev/processes.ts';
import { checkCredentials } from '../../../storage/users.ts';
import { forAllTests } from '../../../testing/for-all-tests.ts';
import { openDatabase } from '../../../testing/own-stores.ts';

const database = forAllTests(openDatabase);
const password = 'marula branch teapot';

it('reads a password from a pipe, and does not print it', async () => {
  const command = ['office/terminal/main.ts', 'users', 'add', 'naledi'];
  const child = spawnNode(['--import', 'tsx', ...command], database.settings, 'pipe');
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += String(chunk)));
  child.stderr?.on('data', (chunk) => (printed += String(chunk)));
  child.stdin?.end(`${password}\nand more\n`);
  const [code] = (await once(child, 'close')) as [number];
  expect(printed).toMatch(
    /^There is no account that can manage accounts, .*\n(?:\{"level".*\n)+naledi was added\. Role: officer .*\n$/,
  );
  expect(printed).not.toContain(password);
  expect(code).toBe(0);

  expect(await checkCredentials(database, { username: 'naledi', password })).toBeDefined();
});
