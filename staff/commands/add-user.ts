import * as z from 'zod';

import { createUser, UsernameTakenError } from '../../storage/users.ts';
import { askPassword } from '../accounts/ask-password.ts';
import { readUsername } from '../accounts/read-username.ts';
import { rightOption, rightUsage } from '../accounts/right-option.ts';
import { defineCommand } from '../command.ts';
import { CommandError } from '../errors.ts';

export const addUser = defineCommand({
  usage: `users -- add USERNAME ${rightUsage}`,
  summary: 'adds a member of staff; asks for the password, or reads it from a pipe',
  options: z.strictObject({ 'may-see-personal-data': rightOption }),
  async run(context, { 'may-see-personal-data': maySeePersonalData = true }, positionals) {
    const username = readUsername(positionals);
    const database = await context.database();
    const password = await askPassword(context.terminal, username);
    try {
      await createUser(database, { username, password, maySeePersonalData });
    } catch (error) {
      if (error instanceof UsernameTakenError) throw new CommandError(error.message);
      throw error;
    }
    await context.audit({ action: 'add-user', subject: { ids: [username] } });
    const right = maySeePersonalData ? 'may read enquiries' : 'may not read enquiries';
    context.terminal.note(`${username} was added and ${right}.`);
  },
});
