import { Problem } from '../../../platform/http/problem.ts';
import { withId } from '../../../storage/connection.ts';
import { findUser, listUsers } from '../../../storage/users.ts';
import type { Context } from '../../server/context.ts';
import { routesFor, type Route } from '../../server/route.ts';
import type { TaskContext } from '../../server/task.ts';
import { addAccount, changePermissions, makeLink } from './manage-accounts.server.ts';

/** Managing other people's accounts, for officers. */
export function accountRoutes({ config: { officeUrl } }: Context): Route[] {
  async function usernameOf({ database }: TaskContext, id: string): Promise<string> {
    const user = await findUser(await database(), id);
    if (!user) throw new Problem(404, 'There is no such account.');
    return user.username;
  }

  return routesFor({
    'account.list': async ({ database }) => ({
      accounts: (await listUsers(await database())).map(withId),
    }),
    async 'account.add'(task, account) {
      const { username } = await addAccount(task, account);
      return makeLink({ ...task, officeUrl }, username);
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
    'account.link': async (task, { id }) =>
      makeLink({ ...task, officeUrl }, await usernameOf(task, id)),
  });
}
