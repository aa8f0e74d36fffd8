import { Problem } from '../../../platform/http/problem.ts';
import { findUser, listUsers, type UserSummary } from '../../../storage/users.ts';
import { linkPath, type AccountView, type LinkView } from './actions.ts';
import { addAccount, changePermissions, makeLink, readUsername } from './manage-accounts.server.ts';
import type { Context } from '../../server/context.ts';
import { routesFor } from '../../server/route-handler.ts';
import type { Route } from '../../server/route.ts';

/** What an officer does with the accounts of others. */
export function accountRoutes({ config, database }: Context): Route[] {
  async function usernameOf(id: string): Promise<string> {
    const user = await database.use((store) => findUser(store, id));
    if (!user) throw new Problem(404, 'There is no such account.');
    return user.username;
  }

  async function giveLink(actor: string, username: string): Promise<LinkView> {
    const { token, expiresAt } = await database.doTask(actor, (task) => makeLink(task, username));
    return { url: `${config.officeUrl}${linkPath(token)}`, expiresAt: expiresAt.toISOString() };
  }

  return routesFor({
    'account.list': async () => ({ accounts: (await database.use(listUsers)).map(viewOf) }),
    async 'account.add'(account, actor) {
      await database.doTask(actor, (task) => addAccount(task, account));
      return giveLink(actor, readUsername(account.username) ?? account.username);
    },
    async 'account.change'({ id, ...permissions }, actor) {
      const username = await usernameOf(id);
      if (username === actor) {
        throw new Problem(409, 'Another officer has to change your account, so that one is left.');
      }
      await database.doTask(actor, (task) => changePermissions(task, username, permissions));
    },
    'account.link': async ({ id }, actor) => giveLink(actor, await usernameOf(id)),
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
