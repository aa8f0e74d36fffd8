import { expect, it } from 'vitest';

import { roles } from '../../../contract/roles.ts';
import { may, refusalOf } from '../../../office/rights.ts';
import { identifyActor } from '../../../office/terminal/identify-actor.ts';
import { commands } from '../../../office/terminal/run-command.ts';
import type { Database } from '../../../storage/connection.ts';
import { createCheapUser } from '../../../testing/accounts.ts';
import { forAllTests } from '../../../testing/for-all-tests.ts';
import { openDatabase } from '../../../testing/own-stores.ts';
import { createTerminal } from '../../../office/terminal/terminal.ts';

const database = forAllTests(async () => {
  const opened = await openDatabase();
  for (const role of roles) {
    const password = 'marula branch teapot';
    await createCheapUser(opened, { username: `an-${role}`, password, role });
  }
  return opened;
});

/** Only the accounts were read. */
function accountsOnly(): Promise<Database> {
  return Promise.resolve({ users: database.users } as Database);
}

const all = Object.entries(commands).flatMap(([group, own]) =>
  Object.entries(own).map(([name, { right }]) => ({ name: `${group} ${name}`, right })),
);

it.each(roles)('a command refuses %s without its right before reading anything', async (role) => {
  const terminal = createTerminal();
  for (const { name, right } of all) {
    const identified = identifyActor({ database: accountsOnly }, terminal, {
      right,
      as: `an-${role}`,
    });
    if (may(role, right)) await expect(identified, name).resolves.toMatch(`/an-${role}`);
    else await expect(identified, name).rejects.toThrow(refusalOf(right, `The account an-${role}`));
  }
});
