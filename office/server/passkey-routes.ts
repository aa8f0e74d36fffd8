import type { Request, Response } from 'express';

import { Problem } from '../../platform/http/problem.ts';
import { sourceOf } from '../../platform/http/request-source.ts';
import { findPasskey, listPasskeys, notePasskeyUse, type Passkey } from '../../storage/passkeys.ts';
import { findAccount } from '../../storage/users.ts';
import { accountBodies, accountPaths, type PasskeyView } from '../account-api.ts';
import { addPasskey, removePasskey } from '../tasks/passkeys.ts';
import { recordFailedSignIn } from '../tasks/sign-in.ts';
import type { Context } from './context.ts';
import { staffOf } from './require-staff.ts';
import { readBody, type Route } from './route.ts';
import { refuseForeign } from './same-origin.ts';
import { startSession } from './session-routes.ts';

/** Passkeys: signing in with one, and looking after one's own. */
export function passkeyRoutes(context: Context): Route[] {
  const { database, passkeys } = context;

  async function askToSignIn(request: Request, response: Response): Promise<void> {
    refuseForeign(request, 'own');
    response.json(await passkeys.signInOptions(sourceOf(request.ip)));
  }

  async function signInByPasskey(request: Request, response: Response): Promise<void> {
    refuseForeign(request, 'own');
    const body = readBody(request, accountBodies.passkeySession);
    const passkey = await database.use((store) => findPasskey(store, body.response.id));
    const account = passkey && (await database.use((store) => findAccount(store, passkey.userId)));
    if (!passkey || !account) {
      await database.doTask('nobody', (task) => recordFailedSignIn(task, ''));
      throw new Problem(401, 'This passkey is not known here, or may no longer sign in.', {
        headers: { 'WWW-Authenticate': 'Session' },
      });
    }
    const counter = await passkeys.verify(passkey, body.response);
    await database.use((store) => notePasskeyUse(store, passkey._id, counter));
    await startSession(context, { request, response }, account, 'passkey');
  }

  async function show(_request: Request, response: Response): Promise<void> {
    const { id } = staffOf(response);
    const own = await database.use((store) => listPasskeys(store, id));
    response.json({ passkeys: own.map(viewOf) });
  }

  async function askToAdd(_request: Request, response: Response): Promise<void> {
    const account = staffOf(response);
    const own = await database.use((store) => listPasskeys(store, account.id));
    response.json(await passkeys.registrationOptions(account, own));
  }

  async function add(request: Request, response: Response): Promise<void> {
    const account = staffOf(response);
    const body = readBody(request, accountBodies.passkey);
    const passkey = await passkeys.register(account, body.name, body.response);
    await database.doTask(account.username, (task) => addPasskey(task, account, passkey));
    response.status(201).json({ id: passkey._id });
  }

  async function remove(request: Request, response: Response): Promise<void> {
    const account = staffOf(response);
    const id = String(request.params.id);
    await database.doTask(account.username, (task) => removePasskey(task, account, id));
    response.status(204).end();
  }

  const { passkeySession, passkeySessionOptions, passkeyOptions, passkey } = accountPaths;
  return [
    { method: 'post', path: passkeySessionOptions, role: 'anybody', handle: askToSignIn },
    { method: 'post', path: passkeySession, role: 'anybody', handle: signInByPasskey },
    { method: 'get', path: accountPaths.passkeys, role: 'ops', handle: show },
    { method: 'post', path: passkeyOptions, role: 'ops', handle: askToAdd },
    { method: 'post', path: accountPaths.passkeys, role: 'ops', handle: add },
    { method: 'delete', path: passkey(':id'), role: 'ops', handle: remove },
  ];
}

function viewOf({ _id: id, name, createdAt, lastUsedAt }: Passkey): PasskeyView {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
