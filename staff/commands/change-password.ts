import * as z from 'zod';

import { changePassword as change } from '../../storage/manage-users.ts';
import { askPassword } from '../accounts/ask-password.ts';
import { noSuchUser } from '../accounts/no-such-user.ts';
import { readUsername } from '../accounts/read-username.ts';
import { defineCommand } from '../command.ts';

export const changePassword = defineCommand({
  usage: 'users -- passwd USERNAME',
  summary: 'gives a new password; the old one stops working at once',
  options: z.strictObject({}),
  async run(context, _options, positionals) {
    const username = readUsername(positionals);
    const database = await context.database();
    if (!(await database.users.exists({ username }))) throw noSuchUser(username);
    const password = await askPassword(context.terminal, username);
    if (!(await change(database, { username, password }))) throw noSuchUser(username);
    await context.audit({ action: 'change-password', subject: { ids: [username] } });
    context.terminal.note(`${username} has a new password.`);
  },
});
