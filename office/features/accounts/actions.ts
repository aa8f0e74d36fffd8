import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import * as z from 'zod/mini';

import { roles } from '../../../contract/roles.ts';
import { empty, get, officePath, post } from '../../operation.ts';

/** Where a one-time link leads. What follows the # reaches no server, and so no log. */
export function linkPath(token: string): string {
  return `${officePath}/welcome#${token}`;
}

const role = z.enum(roles);
const date = z.string();
const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const password = text(1_024);
const token = text(128);
/** What a browser answers about a passkey; the library looks at the rest. */
const response = z.looseObject({ id: text(2_048) });
/** Of an account: usernames may be email addresses. */
const id = text(64);

/** Whoever is signed in. */
const sessionView = z.object({
  username: z.string(),
  role,
  /** When the session ends whatever happens, as ISO 8601. */
  endsAt: date,
  /** Whether passkeys can be used at the office's address, which has to be a name. */
  passkeys: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

/** One of the browsers that an account is signed in with. */
const openSessionView = z.object({
  id: z.string(),
  browser: z.string(),
  createdAt: date,
  lastSeenAt: date,
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
export type OpenSessionView = z.infer<typeof openSessionView>;

const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: date,
  lastUsedAt: z.nullable(date),
});
export type PasskeyView = z.infer<typeof passkeyView>;

const accountView = z.object({
  id: z.string(),
  username: z.string(),
  role,
  disabled: z.boolean(),
  createdAt: date,
  passwordChangedAt: date,
});
export type AccountView = z.infer<typeof accountView>;

/** A one-time link, which is shown once and never again. */
const linkView = z.object({ url: z.string(), expiresAt: date });
export type LinkView = z.infer<typeof linkView>;

/** The operations about accounts and sessions. */
export const accountApi = {
  session: { ...get('session', 'own.account', sessionView), withoutMongodb: true },
  signIn: post('sign-in', 'anybody', z.object({ username: text(256), password }), sessionView),
  askForPasskey: post(
    'sign-in/passkey/options',
    'anybody',
    empty,
    z.custom<PublicKeyCredentialRequestOptionsJSON>(),
  ),
  signInByPasskey: post('sign-in/passkey', 'anybody', z.object({ response }), sessionView),
  signOut: post('sign-out', 'anybody', empty, empty),
  listSessions: get('sessions', 'own.account', z.object({ sessions: z.array(openSessionView) })),
  signOutEverywhere: post('sessions/end', 'own.account', empty, empty),
  changePassword: post(
    'password',
    'own.account',
    z.object({ current: password, password }),
    sessionView,
  ),
  listPasskeys: get('passkeys', 'own.account', z.object({ passkeys: z.array(passkeyView) })),
  askForNewPasskey: post(
    'passkeys/options',
    'own.account',
    empty,
    z.custom<PublicKeyCredentialCreationOptionsJSON>(),
  ),
  addPasskey: post('passkeys/add', 'own.account', z.object({ name: text(64), response }), empty),
  removePasskey: post('passkeys/remove', 'own.account', z.object({ id: text(2_048) }), empty),
  /** Whose a one-time link is. */
  readLink: post('link', 'anybody', z.object({ token }), z.object({ username: z.string() })),
  /** Chooses a password by it, and signs in. */
  useLink: post('link/password', 'anybody', z.object({ token, password }), sessionView),
  listAccounts: get('accounts', 'account.manage', z.object({ accounts: z.array(accountView) })),
  addAccount: post(
    'accounts/add',
    'account.manage',
    z.object({ username: text(256), role }),
    linkView,
  ),
  changeAccount: post(
    'accounts/change',
    'account.manage',
    z.object({ id, role: z.exactOptional(role), disabled: z.exactOptional(z.boolean()) }),
    empty,
  ),
  makeLink: post('accounts/link', 'account.manage', z.object({ id }), linkView),
};
