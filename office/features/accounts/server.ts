import { Problem } from '../../../platform/http/problem.ts';
import { findUser, listUsers, type UserSummary } from '../../../storage/users.ts';
import { linkPath, type AccountView, type LinkView } from './actions.ts';
import { addAccount, changePermissions, makeLink, readUsername } from './manage-accounts.server.ts';
import type { Context } from '../../server/context.ts';
import { routesFor } from '../../server/route-handler.ts';
import type { Route } from '../../server/route.ts';
import type { TaskContext } from '../../server/task.ts';

/** Managing other people's accounts, for officers. */
export function accountRoutes({ config }: Context): Route[] {
  async function usernameOf({ database }: TaskContext, id: string): Promise<string> {
    const user = await findUser(await database(), id);
    if (!user) throw new Problem(404, 'There is no such account.');
    return user.username;
  }

  async function giveLink(task: TaskContext, username: string): Promise<LinkView> {
    const { token, expiresAt } = await makeLink(task, username);
    return { url: `${config.officeUrl}${linkPath(token)}`, expiresAt: expiresAt.toISOString() };
  }

  return routesFor({
    'account.list': async ({ database }) => ({
      accounts: (await listUsers(await database())).map(viewOf),
    }),
    async 'account.add'(task, account) {
      await addAccount(task, account);
      return giveLink(task, readUsername(account.username) ?? account.username);
    },
    async 'account.change'(task, { id, ...permissions }) {
      const username = await usernameOf(task, id);
      if (username === task.actor) {
        throw new Problem(
          409,
          'You cannot change your own account. Ask another information officer.',
        );
      }
      await changePermissions(task, username, permissions);
    },
    'account.link': async (task, { id }) => giveLink(task, await usernameOf(task, id)),
  });
}

function viewOf(user: UserSummary): AccountView {
  const { _id: id, username, role, disabled, createdAt, passwordChangedAt } = user;
  return {
    id,
    username,
    role,
    disabled,
    createdAt: createdAt.toISOString(),
    passwordChangedAt: passwordChangedAt.toISOString(),
  };
}
