import * as z from 'zod';

import { changeRights } from '../../storage/manage-users.ts';
import { noSuchUser } from '../accounts/no-such-user.ts';
import { readUsername } from '../accounts/read-username.ts';
import { defineCommand } from '../command.ts';

export const disableUser = defineCommand({
  usage: 'users -- disable USERNAME',
  summary: 'keeps a member of staff out, at once; the account stays for the audit trail',
  options: z.strictObject({}),
  async run(context, _options, positionals) {
    const username = readUsername(positionals);
    const database = await context.database();
    if (!(await changeRights(database, username, { disabled: true }))) throw noSuchUser(username);
    await context.audit({ action: 'disable-user', subject: { ids: [username] } });
    context.terminal.note(`${username} can no longer sign in.`);
  },
});
