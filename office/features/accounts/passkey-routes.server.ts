import { Problem } from '../../../platform/http/problem.ts';
import { sourceOf } from '../../../platform/http/request-source.ts';
import {
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  type Passkey,
} from '../../../storage/passkeys.ts';
import { findAccount } from '../../../storage/users.ts';
import type { PasskeyView } from './actions.ts';
import { addPasskey, removePasskey } from './record-passkeys.server.ts';
import { recordFailedSignIn } from '../../shell/sign-in/sign-in.server.ts';
import type { Context } from '../../server/context.ts';
import { staffOf } from '../../shell/sign-in/require-staff.server.ts';
import { routesFor } from '../../server/route-handler.ts';
import type { Route } from '../../server/route.ts';
import { startSession } from '../../shell/sign-in/sessions.server.ts';

/** Passkeys: signing in with one, and looking after one's own. */
export function passkeyRoutes(context: Context): Route[] {
  const { database, passkeys } = context;
  return routesFor({
    'session.passkey-options': (_input, _nobody, { req }) =>
      passkeys.signInOptions(sourceOf(req.ip)),
    async 'session.sign-in-by-passkey'(given, nobody, response) {
      const passkey = await database.use((store) => findPasskey(store, given.response.id));
      const account =
        passkey && (await database.use((store) => findAccount(store, passkey.userId)));
      if (!passkey || !account) {
        await database.doTask(nobody, (task) => recordFailedSignIn(task, ''));
        throw new Problem(401, 'This passkey is not known here, or may no longer sign in.', {
          headers: { 'WWW-Authenticate': 'Session' },
        });
      }
      const counter = await passkeys.verify(passkey, given.response);
      await database.use((store) => notePasskeyUse(store, passkey._id, counter));
      return startSession(context, response, account, 'passkey');
    },
    async 'passkey.list'(_input, _actor, response) {
      const { id } = staffOf(response);
      const own = await database.use((store) => listPasskeys(store, id));
      return { passkeys: own.map(viewOf) };
    },
    async 'passkey.options'(_input, _actor, response) {
      const account = staffOf(response);
      const own = await database.use((store) => listPasskeys(store, account.id));
      return passkeys.registrationOptions(account, own);
    },
    async 'passkey.add'({ name, response: made }, actor, response) {
      const account = staffOf(response);
      const passkey = await passkeys.register(account, name, made);
      await database.doTask(actor, (task) => addPasskey(task, account, passkey));
    },
    'passkey.remove': ({ id }, actor, response) =>
      database.doTask(actor, (task) => removePasskey(task, staffOf(response), id)),
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
