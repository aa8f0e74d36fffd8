import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

import { Problem } from '../../../platform/http/problem.ts';
import { withRedisTimeout } from '../../../platform/http/redis.ts';
import type { RedisClient } from '../../../platform/redis.ts';
import {
  deletePasskey,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  storePasskey,
  type Passkey,
} from '../../../storage/passkeys.ts';
import { endSessions, hashToken } from '../../../storage/sessions.ts';
import { findAccount, type Account } from '../../../storage/users.ts';
import type { OfficeConfig } from '../../config.ts';
import type { Context } from '../../server/context.ts';
import { routesFor, type Route } from '../../server/route.ts';
import { run } from '../../server/run-action.ts';
import { undoUnlessSignedIn } from './access.server.ts';
import { notifyOwner } from './account-mail.server.ts';
import { staffUnavailable } from '../../server/staff-database.ts';
import { TaskError } from '../../server/task.ts';
import { staffOf } from '../../shell/sign-in/require-staff.server.ts';
import { passkeyHost } from '../../shell/sign-in/session-cookie.server.ts';
import { recordFailedSignIn, startSession } from '../../shell/sign-in/sessions.server.ts';

/** The routes for signing in with a passkey, and for managing the user's own passkeys. */
export function passkeyRoutes(context: Context): Route[] {
  const { limits, passkeys } = context;
  return routesFor({
    async 'session.passkey-options'(_task, _input, { req }) {
      // Each request counts as a failed attempt, even if the passkey is provided later.
      await limits.other(req, () => Promise.resolve(undefined));
      return passkeys.signInOptions();
    },
    async 'session.sign-in-by-passkey'(task, given, response) {
      const account = await limits.other(response.req, async () => {
        const store = await task.database();
        const passkey = await findPasskey(store, given.response.id);
        const owner = passkey && (await findAccount(store, passkey.userId));
        if (!passkey || !owner) {
          await recordFailedSignIn(task, '');
          throw new Problem(401, 'This passkey is unknown or can no longer sign in.', {
            headers: { 'WWW-Authenticate': 'Session' },
          });
        }
        const counter = await passkeys.verify(passkey, given.response);
        await notePasskeyUse(store, passkey._id, counter);
        return owner;
      });
      return startSession(context, response, account, 'passkey', given.response.id);
    },
    async 'passkey.options'({ database }, _input, response) {
      const account = staffOf(response);
      const present = await listPasskeys(await database(), account.id);
      return passkeys.registrationOptions(account, present);
    },
    async 'passkey.add'(task, { name, response: made }, response) {
      const account = staffOf(response);
      const passkey = await passkeys.register(account, name, made);
      await run(task, 'passkey.add', { ids: [account.username] }, async () => {
        const [store, userId] = [await task.database(), account.id];
        if (!(await storePasskey(store, passkey))) {
          throw new TaskError('conflict', 'This passkey has already been added.');
        }
        await undoUnlessSignedIn(task, () => deletePasskey(store, { userId, _id: passkey._id }));
        const { session, lacksPasskey } = response.locals;
        // The other sessions were started without a passkey.
        if (lacksPasskey && session)
          await endSessions(store, { userId, publicId: { $ne: session.id } });
      });
      notifyOwner(task, account, `The passkey ‘${name}’ was added`);
    },
    async 'passkey.remove'(task, { id: _id }, response) {
      const { id: userId, username } = staffOf(response);
      await run(task, 'passkey.remove', { ids: [username] }, async () => {
        const isRemoved = await deletePasskey(await task.database(), { _id, userId });
        if (!isRemoved) throw new TaskError('not-found', 'You have no such passkey.');
      });
    },
  });
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
export function createPasskeys(redis: RedisClient, config: OfficeConfig) {
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
    async register({ id: userId }: Account, name: string, response: object): Promise<Passkey> {
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
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: credential.transports ?? [],
        ...{ userId, name, createdAt: new Date() },
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
    async verify({ _id, publicKey, counter, transports }: Passkey, response: object) {
      const { verifyAuthenticationResponse } = await loadWebauthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        ...expected,
        expectedChallenge: wasAsked('anybody'),
        credential: {
          id: _id,
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
    return await withRedisTimeout(answer);
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
