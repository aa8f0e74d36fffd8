import { expect, it, vi } from 'vitest';

import { roles } from '../../../contract/roles.ts';
import { officeApi } from '../../../office/office-api.ts';
import { may, refusalOf, type Right } from '../../../office/rights.ts';
import type { CommandContext } from '../../../office/terminal/command.ts';
import { commands, runAs } from '../../../office/terminal/run-command.ts';
import { createTerminal } from '../../../office/terminal/terminal.ts';
import type { Database } from '../../../storage/connection.ts';
import { createCheapUser } from '../../../testing/accounts.ts';
import { forAllTests } from '../../../testing/for-all-tests.ts';
import { openDatabase } from '../../../testing/own-stores.ts';

const database = forAllTests(async () => {
  const opened = await openDatabase();
  for (const role of roles) {
    const password = 'marula branch teapot';
    await createCheapUser(opened, { username: `an-${role}`, password, role });
  }
  return opened;
});

const untouched = vi.fn(() => Promise.reject(new Error('No command may read this yet.')));

/** The accounts, and nothing else that could be read. */
const context = {
  database: () => Promise.resolve({ users: database.users } as Database),
  redis: untouched,
  queues: untouched,
  terminal: createTerminal(),
} as unknown as CommandContext;

const all = Object.entries(commands).flatMap(([group, own]) =>
  Object.entries(own).map(([name, command]) => ({ name: `${group} ${name}`, command })),
);

it.each(roles)('a command refuses %s without its right before reading anything', async (role) => {
  for (const { name, command } of all) {
    const right = officeApi[command.action].right as Right;
    const run = vi.fn(() => Promise.resolve());
    const ran = runAs(context, command, { as: `an-${role}`, run });
    if (may(role, right)) {
      await ran;
      const actor = expect.stringMatching(`/an-${role}$`) as string;
      expect(run, name).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ actor, role }));
    } else {
      await expect(ran, name).rejects.toThrow(refusalOf(role, right, `The account an-${role}`));
      expect(run, name).not.toHaveBeenCalled();
    }
  }
  expect(untouched).not.toHaveBeenCalled();
});
