import * as z from 'zod';

import { tokenScopes } from '../../../contract/roles.ts';
import { localTime } from '../../../contract/time.ts';
import type { AccessToken } from '../../../storage/tokens.ts';
import { listUsers } from '../../../storage/users.ts';
import type { Column } from '../../server/spreadsheet.ts';
import { defineCommand, limitOption, UsageError } from '../../terminal/command.ts';
import { outputOptions, outputUsage, writeRows } from '../../terminal/output.ts';
import { maxTokenDays } from './actions.ts';
import { addToken, listVisibleTokens, revokeToken } from './tokens.server.ts';

type TokenRow = Omit<AccessToken, 'publicId' | 'userId'> & { username: string };

const table: Column<TokenRow>[] = [
  { title: 'ID', whole: true, of: ({ _id }) => _id },
  { title: 'Username', whole: true, of: ({ username }) => username },
  { title: 'Name', of: ({ name }) => name },
  { title: 'Scope', whole: true, of: ({ scope }) => scope },
  { title: 'Last used', of: ({ lastUsedAt }) => (lastUsedAt ? localTime(lastUsedAt) : 'never') },
  { title: 'Valid until', of: ({ expiresAt }) => localTime(expiresAt) },
];

const view = { names: ['token', 'tokens'], table } as const;

/** The commands of `npm run users --` for personal access tokens. */
export const tokenCommands = {
  token: defineCommand({
    usage: `users -- token NAME --scope ${tokenScopes.join('|')} [--days 90]`,
    summary: 'creates a personal access token for your account; NAME says what it is for',
    action: 'token.add',
    options: z.object({
      scope: z.enum(tokenScopes, `must be ${tokenScopes.join(' or ')}`),
      days: limitOption(maxTokenDays, 90),
    }),
    read(options, words) {
      const name = words.join(' ').trim();
      if (name === '' || name.length > 64)
        throw new UsageError('Give a name of 1 to 64 characters.');
      return { ...options, name };
    },
    async run(context, wanted) {
      const { token, expiresAt } = await addToken(context, wanted);
      context.terminal.note(`Valid until ${localTime(expiresAt)}. It will not be shown again:`);
      await context.terminal.write(`${token}\n`);
    },
  }),

  tokens: defineCommand({
    usage: `users -- tokens ${outputUsage}`,
    summary: 'lists your personal access tokens, or everyone’s if you are an information officer',
    action: 'access.list',
    options: outputOptions,
    async run(context, options) {
      const users = await listUsers(await context.database());
      const names = new Map(users.map(({ _id, username }) => [_id, username]));
      const tokens = await listVisibleTokens(context);
      const rows = tokens.map(({ publicId, userId, ...token }) => ({
        ...{ ...token, _id: publicId, username: names.get(userId) ?? '' },
      }));
      await writeRows(context.terminal, view, { rows, total: rows.length }, options);
    },
  }),

  revoke: defineCommand({
    usage: 'users -- revoke ID',
    summary: 'revokes a personal access token immediately',
    action: 'token.revoke',
    options: z.object({}),
    read(_options, [id, ...more]) {
      if (id === undefined || more.length > 0) throw new UsageError('Give the ID of one token.');
      return id;
    },
    async run(context, id) {
      await revokeToken(context, id);
      context.terminal.note('The token was revoked.');
    },
  }),
};
