import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

import { createLimiter } from '../../../platform/http/limiter.ts';
import { Problem, tryAgainLater } from '../../../platform/http/problem.ts';
import { withRedisTimeout } from '../../../platform/http/redis.ts';
import type { RedisClient } from '../../../platform/redis.ts';
import type { Passkey } from '../../../storage/passkeys.ts';
import { hashToken } from '../../../storage/sessions.ts';
import type { Account } from '../../../storage/users.ts';
import type { OfficeConfig } from '../../config.ts';
import { isLoopback } from '../../shell/sign-in/session-cookie.server.ts';
import { staffUnavailable } from '../../server/staff-database.ts';

/** Loaded on first use, because that takes a quarter of a second. */
const loadWebauthn = () => import('@simplewebauthn/server');

/** Milliseconds for the user to provide a passkey. */
const timeout = 300_000;
/** The number of challenges per address in a window of the login limit. */
const mostChallenges = 60;

/**
 * The WebAuthn ceremonies. Challenges are stored in Redis until they are answered, once.
 * https://www.w3.org/TR/webauthn-3/
 */
export function createPasskeys(redis: RedisClient, config: OfficeConfig) {
  const { QUEUE_PREFIX, STAFF_LOGIN_WINDOW_SECONDS: seconds } = config;
  const limiter = createLimiter(redis);
  const limit = { prefix: `${QUEUE_PREFIX}:login:passkey`, most: mostChallenges, seconds };
  const { hostname, origins } = relyingParty(config.officeUrl);
  const keyOf = (challenge: string) => `${QUEUE_PREFIX}:passkey:${hashToken(challenge)}`;

  /** Stores a challenge with its account, or without one before it is known who signs in. */
  async function note(challenge: string, of: string): Promise<void> {
    await ask(redis.set(keyOf(challenge), of, 'PX', timeout));
  }

  /** Whether the challenge was issued to the account and has not been answered yet. */
  const wasAsked = (of: string) => async (challenge: string) =>
    (await ask(redis.getdel(keyOf(challenge)))) === of;

  return {
    /** Whether the office's address is a name: passkeys do not work with an IP address. */
    isUsable: isIP(hostname.replace(/^\[|\]$/g, '')) === 0,

    async registrationOptions({ id, username }: Account, present: readonly Passkey[]) {
      const { generateRegistrationOptions } = await loadWebauthn();
      const options = await generateRegistrationOptions({
        rpName: config.COMPANY_NAME,
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
     * The passkey that a browser has created.
     *
     * @throws Problem 400 if it cannot be trusted.
     */
    async register({ id }: Account, name: string, response: object) {
      const { verifyRegistrationResponse } = await loadWebauthn();
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: wasAsked(id),
        expectedOrigin: origins,
        expectedRPID: hostname,
        requireUserVerification: true,
      }).catch(refuse);
      if (!verified) throw notTrusted();
      const { credential } = registrationInfo;
      return {
        _id: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: credential.transports ?? [],
        name,
      };
    },

    async signInOptions(source: string) {
      const refusal = await limiter.count([limit, source]).catch(() => {
        throw staffUnavailable('redis');
      });
      if (refusal) {
        throw tryAgainLater(429, 'Too many sign-in attempts.', refusal.seconds);
      }
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
     * The device's new counter.
     *
     * @throws Problem 400 if the response is not from this passkey.
     */
    async verify({ _id, publicKey, counter, transports }: Passkey, response: object) {
      const { verifyAuthenticationResponse } = await loadWebauthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: wasAsked('anybody'),
        expectedOrigin: origins,
        expectedRPID: hostname,
        requireUserVerification: true,
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

/** The relying party of passkeys. On this machine `localhost` also stands for its IP address. */
function relyingParty(officeUrl: string): { hostname: string; origins: string[] } {
  const url = new URL(officeUrl);
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  return { hostname: url.hostname, origins: [url.origin] };
}

async function ask<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await withRedisTimeout(answer);
  } catch {
    throw staffUnavailable('redis');
  }
}

/** The library throws for everything that it does not trust. */
function refuse(error: unknown): never {
  throw error instanceof Problem ? error : notTrusted();
}

function notTrusted(): Problem {
  return new Problem(400, 'This passkey could not be checked. Please try again.');
}
