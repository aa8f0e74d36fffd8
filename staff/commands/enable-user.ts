import * as z from 'zod';

import { changeRights } from '../../storage/manage-users.ts';
import { noSuchUser } from '../accounts/no-such-user.ts';
import { readUsername } from '../accounts/read-username.ts';
import { rightOption, rightUsage } from '../accounts/right-option.ts';
import { defineCommand } from '../command.ts';

export const enableUser = defineCommand({
  usage: `users -- enable USERNAME ${rightUsage}`,
  summary: 'lets a member of staff in again, or changes what may be seen',
  options: z.strictObject({ 'may-see-personal-data': rightOption }),
  async run(context, { 'may-see-personal-data': maySeePersonalData }, positionals) {
    const username = readUsername(positionals);
    const rights = {
      disabled: false,
      ...(maySeePersonalData === undefined ? {} : { maySeePersonalData }),
    };
    const database = await context.database();
    if (!(await changeRights(database, username, rights))) throw noSuchUser(username);
    await context.audit({ action: 'enable-user', subject: { ids: [username] } });
    context.terminal.note(`${username} can sign in.`);
  },
});
