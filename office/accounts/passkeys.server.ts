import { mediumDay } from '#contract/time.ts';
import { Problem } from '#server/http.ts';
import type { Passkey } from '#storage/passkeys.ts';
import { isDuplicate } from '#storage/schemas.ts';
import { hashToken } from '#storage/sessions.ts';
import { changeUser, findUser, noticeTo } from '#storage/users.ts';
import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import { perform, record } from '../server/perform.ts';
import { TaskError } from '../server/task.ts';
import { signInFirst, staffOf } from './guard.server.ts';
import { isThisMachine } from './session-cookie.server.ts';
import { startSession } from './sign-in.server.ts';

/** Milliseconds for the user to provide a passkey. */
const timeout = 300_000;
const userVerification = 'required';

/** Loaded on first use, because loading takes a quarter of a second. */
const loadWebauthn = () => import('@simplewebauthn/server');

/** The handlers of passkeys (WebAuthn). Redis stores challenges; each can be answered only once. */
export function passkeyHandlers(context: Context) {
  const { config, limits, redis } = context;
  const url = new URL(config.officeUrl);
  // Passkeys need a host name.
  if (isThisMachine(url.hostname)) url.hostname = 'localhost';
  const { hostname: rpID, origin } = url;

  const keyOf = (challenge: string) => `${config.QUEUE_PREFIX}:passkey:${hashToken(challenge)}`;

  /** Stores a challenge for the account with an id, or for `anybody` who signs in. */
  const ask = (challenge: string, whom: string) => redis.set(keyOf(challenge), whom, 'PX', timeout);

  /** What is expected of a response: its challenge must have been stored for `whom`. */
  const expectedOf = (whom: string) => ({
    expectedOrigin: origin,
    expectedRPID: rpID,
    expectedChallenge: async (challenge: string) => (await redis.getdel(keyOf(challenge))) === whom,
  });

  return {
    async 'session.passkey-options'(_task, _input, { req }) {
      await limits.challenge(req);
      const { generateAuthenticationOptions } = await loadWebauthn();
      const options = await generateAuthenticationOptions({ rpID, timeout, userVerification });
      await ask(options.challenge, 'anybody');
      return options;
    },

    async 'session.sign-in-by-passkey'(task, { response: credential }, response) {
      const store = await task.database();
      const passkey = await store.passkeys.findById(credential.id).lean<Passkey>().exec();
      const owner = passkey && (await findUser(store, { _id: passkey.userId, disabled: false }));
      if (!passkey || !owner) {
        await record(task, 'session.fail-sign-in', {});
        throw signInFirst('This passkey is unknown or can no longer sign in.');
      }
      const { _id, counter, transports } = passkey;
      const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'));
      const { verifyAuthenticationResponse } = await loadWebauthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: credential,
        ...expectedOf('anybody'),
        credential: { id: _id, publicKey, counter, transports },
      }).catch(distrust);
      if (!verified) distrust();
      const used = { counter: authenticationInfo.newCounter, lastUsedAt: new Date() };
      await store.passkeys.updateOne({ _id }, { $set: used });
      return startSession(context, response, owner, 'passkey');
    },

    async 'passkey.list'(task, _input, response) {
      const { id: userId } = staffOf(response);
      const { passkeys } = await task.database();
      const stored = await passkeys.find({ userId }).sort({ createdAt: 1 }).lean<Passkey[]>();
      const shown = stored.map(({ _id: id, name, lastUsedAt }) => {
        return { id, name, lastUsedAt: lastUsedAt?.toISOString() ?? null };
      });
      return { passkeys: shown };
    },

    async 'passkey.options'(task, _input, response) {
      const { id, username } = staffOf(response);
      const { passkeys } = await task.database();
      const present = await passkeys.find({ userId: id }).lean<Passkey[]>();
      const { generateRegistrationOptions } = await loadWebauthn();
      const options = await generateRegistrationOptions({
        rpName: config.company.name,
        rpID,
        userName: username,
        userID: new Uint8Array(Buffer.from(id)),
        timeout,
        excludeCredentials: present.map(({ _id }) => ({ id: _id })),
        authenticatorSelection: { residentKey: 'required', userVerification },
      });
      await ask(options.challenge, id);
      return options;
    },

    async 'passkey.add'(task, { response: created }, response) {
      const account = staffOf(response);
      const { id: userId, username, passwordChangedAt } = account;
      const { verifyRegistrationResponse } = await loadWebauthn();
      const { registrationInfo } = await verifyRegistrationResponse({
        response: created,
        ...expectedOf(userId),
      }).catch(distrust);
      if (!registrationInfo) return distrust();
      const { id: _id, counter, transports = [], ...credential } = registrationInfo.credential;
      const publicKey = Buffer.from(credential.publicKey).toString('base64url');
      const createdAt = new Date();
      const name = `${task.device ?? 'Passkey'}, ${mediumDay(createdAt)}`;
      const passkey = { _id, userId, name, publicKey, counter, transports, createdAt };
      await perform(task, 'passkey.add', { ids: [username] }, async () => {
        const store = await task.database();
        const unchanged = { _id: userId, passwordChangedAt, disabled: false };
        // Before the passkey, so that no restart in between loses the notice.
        await changeUser(
          store,
          unchanged,
          {},
          noticeTo(account, `The passkey ‘${name}’ was added`),
        );
        await store.passkeys.create(passkey).catch((error: unknown) => {
          if (!isDuplicate(error)) throw error;
          throw new TaskError('conflict', 'This passkey has already been added.');
        });
        // The access of the account may have been ended since the session was checked.
        if (await findUser(store, unchanged)) return;
        await store.passkeys.deleteOne({ _id });
        throw new TaskError('conflict', 'Your session has ended. Nothing was changed.');
      });
    },

    async 'passkey.remove'(task, { id: _id }, response) {
      const { id: userId, username } = staffOf(response);
      await perform(task, 'passkey.remove', { ids: [username] }, async () => {
        const { deletedCount } = await (await task.database()).passkeys.deleteOne({ _id, userId });
        if (deletedCount === 0) throw new TaskError('not-found', 'You have no such passkey.');
      });
    },
  } satisfies Partial<Handlers>;
}

/** Replaces the various errors that the library throws for responses it does not trust. */
function distrust(): never {
  throw new Problem(400, 'This passkey could not be checked. Please try again.');
}
