import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

import { Problem } from '#server/http.ts';
import {
  deletePasskey,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  storePasskey,
} from '#storage/passkeys.ts';
import { hashToken } from '#storage/sessions.ts';
import { addNotice, findAccount } from '#storage/users.ts';
import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import { perform } from '../server/perform.ts';
import { staffUnavailable } from '../server/staff-database.ts';
import { TaskError } from '../server/task.ts';
import { staffOf } from './guard.server.ts';
import { noticeOf } from './letters.server.ts';
import { isThisMachine } from './session-cookie.server.ts';
import { failSignIn, startSession } from './sign-in.server.ts';

type PasskeyAction =
  | `session.${'passkey-options' | 'sign-in-by-passkey'}`
  | `passkey.${'list' | 'options' | 'add' | 'remove'}`;

/** Milliseconds for the user to provide a passkey. */
const timeout = 300_000;
const userVerification = 'required';

/** Loaded on first use, because loading takes a quarter of a second. */
const loadWebauthn = () => import('@simplewebauthn/server');

/**
 * The handlers of signing in with a passkey (WebAuthn), and of one's own passkeys. Challenges are
 * stored in Redis, and each can be answered only once.
 */
export function passkeyHandlers(context: Context): Pick<Handlers, PasskeyAction> {
  const { config, limits, redis } = context;
  const url = new URL(config.officeUrl);
  // Passkeys need a host name.
  if (isThisMachine(url.hostname)) url.hostname = 'localhost';
  const { hostname: rpID, origin } = url;
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };

  const keyOf = (challenge: string) => `${config.QUEUE_PREFIX}:passkey:${hashToken(challenge)}`;

  /** Stores a challenge with the account's id, or `anybody` before it is known who signs in. */
  async function note(challenge: string, whom: string) {
    await orUnavailable(redis.set(keyOf(challenge), whom, 'PX', timeout));
  }

  /** Deletes a challenge. Resolves to whether it was stored for `whom` and not yet answered. */
  const wasAsked = (whom: string) => async (challenge: string) =>
    (await orUnavailable(redis.getdel(keyOf(challenge)))) === whom;

  return {
    async 'session.passkey-options'(_task, _input, { req }) {
      await limits.request(req);
      const { generateAuthenticationOptions } = await loadWebauthn();
      const options = await generateAuthenticationOptions({ rpID, timeout, userVerification });
      await note(options.challenge, 'anybody');
      return options;
    },

    async 'session.sign-in-by-passkey'(task, { response: made }, response) {
      const store = await task.database();
      const passkey = await findPasskey(store, made.id);
      const owner = passkey && (await findAccount(store, passkey.userId));
      if (!passkey || !owner) {
        throw await failSignIn(task, '', 'This passkey is unknown or can no longer sign in.');
      }
      const { _id: id, counter, transports } = passkey;
      const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'));
      const { verifyAuthenticationResponse } = await loadWebauthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: made as object as AuthenticationResponseJSON,
        ...expected,
        expectedChallenge: wasAsked('anybody'),
        credential: { id, publicKey, counter, transports },
      }).catch(refuse);
      if (!verified) throw notTrusted();
      await notePasskeyUse(store, id, authenticationInfo.newCounter);
      return startSession(context, response, owner, 'passkey');
    },

    async 'passkey.list'(task, _input, response) {
      const passkeys = await listPasskeys(await task.database(), staffOf(response).id);
      const shown = passkeys.map(({ _id: id, name, lastUsedAt }) => {
        return { id, name, lastUsedAt: lastUsedAt?.toISOString() ?? null };
      });
      return { passkeys: shown };
    },

    async 'passkey.options'(task, _input, response) {
      const { id, username } = staffOf(response);
      const present = await listPasskeys(await task.database(), id);
      const { generateRegistrationOptions } = await loadWebauthn();
      const options = await generateRegistrationOptions({
        rpName: config.company.name,
        rpID,
        userName: username,
        userID: new Uint8Array(Buffer.from(id)),
        timeout,
        attestationType: 'none',
        excludeCredentials: present.map(({ _id }) => ({ id: _id })),
        authenticatorSelection: { residentKey: 'required', userVerification },
      });
      await note(options.challenge, id);
      return options;
    },

    async 'passkey.add'(task, { name, response: made }, response) {
      const account = staffOf(response);
      const { id: userId, username, passwordChangedAt } = account;
      const { verifyRegistrationResponse } = await loadWebauthn();
      const { registrationInfo } = await verifyRegistrationResponse({
        response: made as object as RegistrationResponseJSON,
        ...expected,
        expectedChallenge: wasAsked(userId),
      }).catch(refuse);
      if (!registrationInfo) throw notTrusted();
      const { id: _id, counter, transports = [], ...credential } = registrationInfo.credential;
      const publicKey = Buffer.from(credential.publicKey).toString('base64url');
      const createdAt = new Date();
      await perform(task, 'passkey.add', { ids: [username] }, async () => {
        const store = await task.database();
        const taken = new TaskError('conflict', 'This passkey has already been added.');
        if (await findPasskey(store, _id)) throw taken;
        // Before the passkey, so that a restart in between does not lose it.
        await addNotice(store, userId, noticeOf(task, account, `The passkey ‘${name}’ was added`));
        const passkey = { _id, userId, name, publicKey, counter, transports, createdAt };
        if (!(await storePasskey(store, passkey))) throw taken;
        // The access of the account may have been ended since the session was checked.
        const now = await findAccount(store, userId);
        if (now?.passwordChangedAt.getTime() === passwordChangedAt.getTime()) return;
        await deletePasskey(store, _id, userId);
        throw new TaskError('conflict', 'Your session has ended. Nothing was changed.');
      });
      return {};
    },

    async 'passkey.remove'(task, { id: _id }, response) {
      const { id: userId, username } = staffOf(response);
      await perform(task, 'passkey.remove', { ids: [username] }, async () => {
        const isRemoved = await deletePasskey(await task.database(), _id, userId);
        if (!isRemoved) throw new TaskError('not-found', 'You have no such passkey.');
      });
      return {};
    },
  };
}

function orUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch(() => {
    throw staffUnavailable('redis');
  });
}

/** Replaces the various errors that the library throws for responses it does not trust. */
function refuse(error: unknown): never {
  throw error instanceof Problem ? error : notTrusted();
}

function notTrusted(): Problem {
  return new Problem(400, 'This passkey could not be checked. Please try again.');
}
