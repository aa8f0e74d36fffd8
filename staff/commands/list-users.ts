import * as z from 'zod';

import { listUsers as list, type UserSummary } from '../../storage/manage-users.ts';
import { defineCommand } from '../command.ts';
import { writeRows } from '../formats/format.ts';
import { localTime } from '../formats/submission-view.ts';
import type { Column, View } from '../formats/view.ts';
import { writeResult } from '../output.ts';
import { outputOptions, outputUsage } from '../submission-options.ts';

const columns: Column<UserSummary>[] = [
  { title: 'Username', of: ({ username }) => username },
  { title: 'Signs in', of: ({ disabled }) => (disabled ? 'no' : 'yes') },
  { title: 'Reads enquiries', of: ({ maySeePersonalData }) => (maySeePersonalData ? 'yes' : 'no') },
  { title: 'Added', of: ({ createdAt }) => localTime(createdAt) },
  { title: 'Password of', of: ({ passwordChangedAt }) => localTime(passwordChangedAt) },
];

const userView: View<UserSummary> = {
  table: columns,
  csv: columns,
  json: ({ _id, ...rest }) => ({ id: _id, ...rest }),
};

export const listUsers = defineCommand({
  usage: `users -- list ${outputUsage}`,
  summary: 'lists who can sign in',
  options: z.strictObject(outputOptions),
  flags: ['bom'],
  async run(context, { format = 'table', out, bom }) {
    const users = await list(await context.database());
    async function* each() {
      yield* users;
    }
    const columnsOfScreen = out === undefined ? context.terminal.columns : undefined;
    const pieces = writeRows(format, userView, each(), { columns: columnsOfScreen, bom });
    await writeResult(context.terminal, out, pieces);
  },
});
