import { Problem } from '../../../platform/http/problem.ts';
import { sourceOf } from '../../../platform/http/request-source.ts';
import {
  deletePasskey,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  storePasskey,
  type Passkey,
} from '../../../storage/passkeys.ts';
import { findAccount, type Account } from '../../../storage/users.ts';
import type { PasskeyView } from './actions.ts';
import { run } from '../../server/run-action.ts';
import { TaskError, type DatabaseContext } from '../../server/task.ts';
import { recordFailedSignIn } from '../../shell/sign-in/sign-in.server.ts';
import type { Context } from '../../server/context.ts';
import { staffOf } from '../../shell/sign-in/require-staff.server.ts';
import { routesFor } from '../../server/route-handler.ts';
import type { Route } from '../../server/route.ts';
import { startSession } from '../../shell/sign-in/sessions.server.ts';

/** Signing in with a passkey, and managing one's own. */
export function passkeyRoutes(context: Context): Route[] {
  const { passkeys } = context;
  return routesFor({
    'session.passkey-options': (_task, _input, { req }) => passkeys.signInOptions(sourceOf(req.ip)),
    async 'session.sign-in-by-passkey'(task, given, response) {
      const store = await task.database();
      const passkey = await findPasskey(store, given.response.id);
      const account = passkey && (await findAccount(store, passkey.userId));
      if (!passkey || !account) {
        await recordFailedSignIn(task, '');
        throw new Problem(401, 'This passkey is unknown or can no longer sign in.', {
          headers: { 'WWW-Authenticate': 'Session' },
        });
      }
      const counter = await passkeys.verify(passkey, given.response);
      await notePasskeyUse(store, passkey._id, counter);
      return startSession(context, response, account, 'passkey');
    },
    async 'passkey.list'({ database }, _input, response) {
      const own = await listPasskeys(await database(), staffOf(response).id);
      return { passkeys: own.map(viewOf) };
    },
    async 'passkey.options'({ database }, _input, response) {
      const account = staffOf(response);
      return passkeys.registrationOptions(
        account,
        await listPasskeys(await database(), account.id),
      );
    },
    async 'passkey.add'(task, { name, response: made }, response) {
      const account = staffOf(response);
      await addPasskey(task, account, await passkeys.register(account, name, made));
    },
    'passkey.remove': (task, { id }, response) => removePasskey(task, staffOf(response), id),
  });
}

function viewOf({ _id: id, name, createdAt, lastUsedAt }: Passkey): PasskeyView {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** Adds a passkey, which has been checked, to the account in whose name it is done. */
async function addPasskey(
  context: DatabaseContext,
  account: Account,
  passkey: Omit<Passkey, 'userId' | 'createdAt'>,
): Promise<void> {
  const stores = await context.database();
  await run(context, 'passkey.add', { ids: [account.username] }, () => ({
    work: () => storePasskey(stores, { ...passkey, userId: account.id, createdAt: new Date() }),
  }));
}

/**
 * Removes a passkey from the account in whose name it is done. A TaskError says that it has no such
 * passkey.
 */
async function removePasskey(
  context: DatabaseContext,
  account: Account,
  id: string,
): Promise<void> {
  const stores = await context.database();
  await run(context, 'passkey.remove', { ids: [account.username] }, () => ({
    async work() {
      const removed = await deletePasskey(stores, { _id: id, userId: account.id });
      if (!removed) throw new TaskError('not-found', 'You have no such passkey.');
    },
  }));
}
