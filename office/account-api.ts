import * as z from 'zod/mini';

import { roles } from '../contract/roles.ts';

/** What the pages and the server of the office agree on, as far as accounts go. Browser-safe. */
export const officePath = '/ops';
export const officeApiPath = '/ops/api';

/** Where a one-time link leads. What follows the # reaches no server, and so no log. */
export function linkPath(token: string): string {
  return `${officePath}/welcome#${token}`;
}

export const accountPaths = {
  session: `${officeApiPath}/session`,
  sessions: `${officeApiPath}/sessions`,
  password: `${officeApiPath}/password`,
  passkeySession: `${officeApiPath}/session/passkey`,
  passkeySessionOptions: `${officeApiPath}/session/passkey/options`,
  passkeys: `${officeApiPath}/passkeys`,
  passkeyOptions: `${officeApiPath}/passkeys/options`,
  /** Of one passkey, by its id. */
  passkey: (id: string) => `${officeApiPath}/passkeys/${id}`,
  link: `${officeApiPath}/link`,
  linkPassword: `${officeApiPath}/link/password`,
  accounts: `${officeApiPath}/accounts`,
  /** Of one account, by its id: usernames may be e-mail addresses, which no log may have. */
  account: (id: string) => `${officeApiPath}/accounts/${id}`,
  accountLink: (id: string) => `${officeApiPath}/accounts/${id}/link`,
} as const;

const role = z.enum(roles);
const date = z.string();

/** Whoever is signed in. */
export const sessionView = z.object({
  username: z.string(),
  role,
  /** When the session ends whatever happens, as ISO 8601. */
  endsAt: date,
  /** Whether passkeys can be used at the office's address, which has to be a name. */
  passkeys: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

/** One of the browsers that an account is signed in with. */
export const openSessionView = z.object({
  id: z.string(),
  browser: z.string(),
  createdAt: date,
  lastSeenAt: date,
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
export type OpenSessionView = z.infer<typeof openSessionView>;

export const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: date,
  lastUsedAt: z.nullable(date),
});
export type PasskeyView = z.infer<typeof passkeyView>;

export const accountView = z.object({
  id: z.string(),
  username: z.string(),
  role,
  disabled: z.boolean(),
  createdAt: date,
  passwordChangedAt: date,
});
export type AccountView = z.infer<typeof accountView>;

/** A one-time link, which is shown once and never again. */
export const linkView = z.object({ url: z.string(), expiresAt: date });
export type LinkView = z.infer<typeof linkView>;

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const password = text(1_024);

/** What is sent with each change. */
export const accountBodies = {
  signIn: z.object({ username: text(256), password }),
  password: z.object({ current: password, password }),
  passkey: z.object({ name: text(64), response: z.looseObject({ id: text(2_048) }) }),
  passkeySession: z.object({ response: z.looseObject({ id: text(2_048) }) }),
  link: z.object({ token: text(128) }),
  linkPassword: z.object({ token: text(128), password }),
  addAccount: z.object({ username: text(256), role }),
  changeAccount: z.object({ role: z.optional(role), disabled: z.optional(z.boolean()) }),
} as const;
