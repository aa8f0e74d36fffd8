import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

import { Problem } from '../../packages/server/http.ts';
import type { Redis } from '../../packages/server/redis.ts';
import { addNotice } from '../../storage/account-notices.ts';
import {
  deletePasskey,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  storePasskey,
  type Passkey,
} from '../../storage/passkeys.ts';
import { hashToken } from '../../storage/sessions.ts';
import { findAccount, type Account } from '../../storage/users.ts';
import type { OfficeConfig } from '../config.ts';
import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import { perform } from '../server/perform.ts';
import { staffUnavailable } from '../server/staff-database.ts';
import { TaskError, type TaskContext } from '../server/task.ts';
import { staffOf } from './guard.server.ts';
import { noticeOf } from './notices.server.ts';
import { passkeyHost } from './session-cookie.server.ts';
import { recordFailedSignIn, startSession } from './sessions.server.ts';

type PasskeyAction =
  | 'session.passkey-options'
  | 'session.sign-in-by-passkey'
  | `passkey.${'options' | 'add' | 'remove'}`;

/** The handlers of signing in with a passkey, and of one's own passkeys. */
export function passkeyHandlers(context: Context): Pick<Handlers, PasskeyAction> {
  const { limits, passkeys } = context;

  /** Resolves to the owner of the passkey that a browser used. */
  async function verify(task: TaskContext, response: { id: string }): Promise<Account> {
    const store = await task.database();
    const passkey = await findPasskey(store, response.id);
    const owner = passkey && (await findAccount(store, passkey.userId));
    if (!passkey || !owner) {
      await recordFailedSignIn(task, '');
      throw new Problem(401, 'This passkey is unknown or can no longer sign in.', {
        headers: { 'WWW-Authenticate': 'Session' },
      });
    }
    const counter = await passkeys.verify(passkey, response);
    await notePasskeyUse(store, passkey._id, counter);
    return owner;
  }

  return {
    async 'session.passkey-options'(_task, _input, { req }) {
      await limits.request(req, 'challenges');
      return passkeys.signInOptions();
    },

    async 'session.sign-in-by-passkey'(task, given, response) {
      const account = await limits.other(response.req, () => verify(task, given.response));
      return account && startSession(context, response, account, 'passkey');
    },

    async 'passkey.options'({ database }, _input, response) {
      const account = staffOf(response);
      const present = await listPasskeys(await database(), account.id);
      return passkeys.registrationOptions(account, present);
    },

    async 'passkey.add'(task, { name, response: made }, response) {
      const account = staffOf(response);
      const { id: userId, username } = account;
      const passkey = await passkeys.register(userId, name, made);
      await perform(task, 'passkey.add', { ids: [username] }, async () => {
        const store = await task.database();
        const taken = new TaskError('conflict', 'This passkey has already been added.');
        if (await findPasskey(store, passkey._id)) throw taken;
        // Before the passkey, so that a restart in between does not lose it.
        const notice = noticeOf(task, account, `The passkey ‘${name}’ was added`);
        if (notice) await addNotice(store, userId, notice);
        if (!(await storePasskey(store, passkey))) throw taken;
        // The access of the account may have been ended since the session was checked.
        const now = await findAccount(store, userId);
        if (now?.passwordChangedAt.getTime() === account.passwordChangedAt.getTime()) return;
        await deletePasskey(store, { userId, _id: passkey._id });
        throw new TaskError('conflict', 'Your session has ended. Nothing was changed.');
      });
      return {};
    },

    async 'passkey.remove'(task, { id: _id }, response) {
      const { id: userId, username } = staffOf(response);
      await perform(task, 'passkey.remove', { ids: [username] }, async () => {
        const isRemoved = await deletePasskey(await task.database(), { _id, userId });
        if (!isRemoved) throw new TaskError('not-found', 'You have no such passkey.');
      });
      return {};
    },
  };
}

/** Loaded on first use, because loading takes a quarter of a second. */
const loadWebauthn = () => import('@simplewebauthn/server');

/** Milliseconds for the user to provide a passkey. */
const timeout = 300_000;

/**
 * Implements registration and sign-in with WebAuthn. Challenges are stored in Redis, and each can
 * be answered only once.
 * https://www.w3.org/TR/webauthn-3/
 */
export function createPasskeys(redis: Redis, config: OfficeConfig) {
  const url = new URL(config.officeUrl);
  const host = passkeyHost(config.officeUrl);
  url.hostname = host ?? url.hostname;
  const { hostname, origin } = url;
  const expected = {
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  };
  const keyOf = (challenge: string) => `${config.QUEUE_PREFIX}:passkey:${hashToken(challenge)}`;

  /** Stores a challenge with the account's id, or `anybody` before it is known who signs in. */
  async function note(challenge: string, of: string): Promise<void> {
    await ask(redis.set(keyOf(challenge), of, 'PX', timeout));
  }

  /** Deletes a challenge. Resolves to whether it was stored for `of` and not yet answered. */
  const wasAsked = (of: string) => async (challenge: string) =>
    (await ask(redis.getdel(keyOf(challenge)))) === of;

  return {
    /** Whether the desk has a host name; passkeys do not work with IP addresses. */
    isUsable: host !== undefined,

    async registrationOptions({ id, username }: Account, present: readonly Passkey[]) {
      const { generateRegistrationOptions } = await loadWebauthn();
      const options = await generateRegistrationOptions({
        rpName: config.company.name,
        rpID: hostname,
        userName: username,
        userID: new Uint8Array(Buffer.from(id)),
        timeout,
        attestationType: 'none',
        excludeCredentials: present.map(({ _id, transports }) => ({ id: _id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await note(options.challenge, id);
      return options;
    },

    /**
     * Verifies the response of a browser that has created a passkey. Resolves to the passkey.
     *
     * @throws Problem 400 if the response cannot be trusted.
     */
    async register(userId: string, name: string, response: object): Promise<Passkey> {
      const { verifyRegistrationResponse } = await loadWebauthn();
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        ...expected,
        expectedChallenge: wasAsked(userId),
      }).catch(refuse);
      if (!verified) throw notTrusted();
      const { credential } = registrationInfo;
      return {
        _id: credential.id,
        userId,
        name,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: credential.transports ?? [],
        createdAt: new Date(),
      };
    },

    async signInOptions() {
      const { generateAuthenticationOptions } = await loadWebauthn();
      const options = await generateAuthenticationOptions({
        rpID: hostname,
        timeout,
        userVerification: 'required',
      });
      await note(options.challenge, 'anybody');
      return options;
    },

    /**
     * Verifies a response, and resolves to the passkey's new signature counter.
     *
     * @throws Problem 400 if the response is not from this passkey.
     */
    async verify(passkey: Passkey, response: object): Promise<number> {
      const { _id: id, publicKey, counter, transports } = passkey;
      const { verifyAuthenticationResponse } = await loadWebauthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        ...expected,
        expectedChallenge: wasAsked('anybody'),
        credential: {
          id,
          publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
          counter,
          transports,
        },
      }).catch(refuse);
      if (!verified) throw notTrusted();
      return authenticationInfo.newCounter;
    },
  };
}

async function ask<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch {
    throw staffUnavailable('redis');
  }
}

/** Replaces the various errors that the library throws for responses it does not trust. */
function refuse(error: unknown): never {
  throw error instanceof Problem ? error : notTrusted();
}

function notTrusted(): Problem {
  return new Problem(400, 'This passkey could not be checked. Please try again.');
}
