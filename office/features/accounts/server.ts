import { createLimiter } from '../../../platform/http/limiter.ts';
import { Problem, tryAgainLater } from '../../../platform/http/problem.ts';
import { sourceOf } from '../../../platform/http/request-source.ts';
import { failureCode } from '../../../platform/reason.ts';
import { withId } from '../../../storage/connection.ts';
import { listPasskeyOwners } from '../../../storage/passkeys.ts';
import { findUser, listUsers } from '../../../storage/users.ts';
import type { Context } from '../../server/context.ts';
import { routesFor, type Route } from '../../server/route.ts';
import { run } from '../../server/run-action.ts';
import type { TaskContext } from '../../server/task.ts';
import { staffOf } from '../../shell/sign-in/require-staff.server.ts';
import { listAccess, revokeAccess } from './access.server.ts';
import { emailLinks, makeLink } from './links.server.ts';
import { readNames } from './names.server.ts';
import { addAccount, changeDetails, changePermissions } from './manage-accounts.server.ts';
import { addToken, revokeToken } from './tokens.server.ts';

/** The maximum number of link requests per hour, from one network and for one account. */
const maxRequests = { network: 20, account: 3 };

/** The routes for the user's own personal access tokens. */
export function tokenRoutes(): Route[] {
  return routesFor({
    'token.add': addToken,
    'token.revoke': (task, { id }) => revokeToken(task, id),
  });
}

/** The routes for managing accounts and access, and for requesting a password link. */
export function accountRoutes({ logger }: Context): Route[] {
  async function usernameOf({ database }: TaskContext, id: string): Promise<string> {
    const user = await findUser(await database(), id);
    if (!user) throw new Problem(404, 'There is no such account.');
    return user.username;
  }

  return routesFor({
    async 'account.list'({ database, requirePasskey }) {
      const store = await database();
      const [users, owners] = [await listUsers(store), await listPasskeyOwners(store)];
      const accounts = users.map((user) => ({
        ...withId({
          ...{ name: '', email: '', assignmentEmails: 'immediately' as const, lastSignInAt: null },
          ...user,
        }),
        hasPasskey: owners.includes(user._id),
      }));
      return { accounts, requirePasskey };
    },
    'account.names': async ({ database }) => ({
      names: await readNames(await database()),
    }),
    async 'account.add'(task, account) {
      const { username } = await addAccount(task, account);
      return makeLink(task, username, 'account.add');
    },
    async 'account.change'(task, { id, seen, ...permissions }) {
      const username = await usernameOf(task, id);
      if (username === task.actor) {
        throw new Problem(
          409,
          'You cannot change your own account. Ask another information officer.',
        );
      }
      await changePermissions(task, username, permissions, seen);
    },
    'account.edit': async (task, { id, ...details }) =>
      changeDetails(task, await usernameOf(task, id), details),
    'access.list': async (task, _input, response) => ({
      access: await listAccess(await task.database(), staffOf(response).id, task.sessionId),
    }),
    'access.read': async (task, { id }) => ({
      access: await listAccess(await task.database(), id),
    }),
    async 'access.revoke'(task, { id, ...what }) {
      const subject = { ids: [await usernameOf(task, id)], conditions: [what.kind] };
      await run(task, 'access.revoke', subject, async () =>
        revokeAccess(await task.database(), id, what),
      );
    },
    'account.link': async (task, { id }) => makeLink(task, await usernameOf(task, id)),
    async 'link.request'(task, { username }, { req }) {
      const limiter = createLimiter(await task.redis());
      const count = (by: keyof typeof maxRequests, source: string) => {
        const prefix = `${task.queuePrefix}:login:link-${by}`;
        return limiter.count([{ prefix, max: maxRequests[by], seconds: 3_600 }, source]);
      };
      const refusal = await count('network', sourceOf(req.ip));
      if (refusal) throw tryAgainLater(429, 'Too many requests for a link.', refusal.seconds);
      await task.database();
      // Not awaited, so that the response time does not reveal whether the account exists.
      emailLinks(task, username.trim(), async (id) => !(await count('account', id))).catch(
        (error: unknown) => logger.error({ reason: failureCode(error) }, 'account email not sent'),
      );
    },
  });
}
