import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import * as z from 'zod/mini';

import { assignmentEmails } from '../../contract/notifications.ts';
import { roles, tokenScopes } from '../../contract/roles.ts';
import type { Action } from '../enquiries/api.ts';
import { email, line } from '../office-views.ts';

const role = z.enum(roles);
const moment = z.iso.datetime();
const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const id = text(64);
const username = text(256);
const password = text(1_024);
const linkToken = text(128);
/** A browser's WebAuthn response. The WebAuthn library validates the fields not listed here. */
const response = z.looseObject({ id: text(2_048) });
const empty = z.strictObject({});
const maxTokenDays = 365;

/** What an account may change about itself. Fields that stay the same are left out. */
const details = {
  name: z.exactOptional(line(0, 64)),
  email: z.exactOptional(z.union([z.literal(''), email.check(z.toLowerCase())])),
  assignmentEmails: z.exactOptional(z.enum(assignmentEmails)),
};

/** The name and the email address are empty if unknown. */
const owner = {
  username: z.string(),
  name: z.string(),
  email: z.string(),
  assignmentEmails: z.enum(assignmentEmails),
  role,
};

const session = z.object({
  ...owner,
  /** The time at which the session ends at the latest. */
  endsAt: moment,
  /** Whether the desk's address supports passkeys, which requires a host name. */
  passkeys: z.boolean(),
});

const account = z.object({
  id: z.string(),
  ...owner,
  disabled: z.boolean(),
  lastSignInAt: z.nullable(moment),
  hasPasskey: z.boolean(),
});

/** A one-time link. `url` is shown only once; it is null if the link was emailed to the owner. */
const link = z.object({ url: z.nullable(z.string()), expiresAt: moment });

const rights = { role: z.exactOptional(role), disabled: z.exactOptional(z.boolean()) };

/** Every action of sign-in, of one's own account and of managing accounts. */
export const accountsApi = {
  /** The account, its role, and when the session ends at the latest; 401 without a session. */
  'session.read': { right: 'own.account', input: empty, output: session, withoutMongodb: true },
  /** Also how a page asks again for a recent sign-in: it replaces the session. */
  'session.sign-in': {
    right: 'anybody',
    input: z.strictObject({ username, password }),
    output: session,
    audit: 'signed in',
  },
  'session.passkey-options': {
    right: 'anybody',
    input: empty,
    output: z.custom<PublicKeyCredentialRequestOptionsJSON>(),
  },
  'session.sign-in-by-passkey': {
    right: 'anybody',
    input: z.strictObject({ response }),
    output: session,
  },
  'session.sign-out': { right: 'anybody', input: empty, output: empty, audit: 'signed out' },
  /** Ends all sessions of one's own account, and removes its passkeys and tokens. */
  'session.sign-out-everywhere': {
    right: 'own.account',
    input: empty,
    output: empty,
    audit: 'signed out everywhere',
    isRecent: true,
  },
  /** Emails a link to the owner of an account. The answer hides whether the account exists. */
  'link.request': {
    right: 'anybody',
    input: z.strictObject({ username }),
    output: empty,
    audit: 'requested a link for',
  },
  'link.read': {
    right: 'anybody',
    input: z.strictObject({ token: linkToken }),
    output: z.object({ username: z.string() }),
  },
  /** Sets a password with a one-time link, ends all earlier access, and signs in. */
  'link.use': {
    right: 'anybody',
    input: z.strictObject({ token: linkToken, password }),
    output: session,
    audit: 'used a link',
  },
  'account.details': {
    right: 'own.account',
    input: z.strictObject(details),
    output: session,
    audit: 'changed the details of',
    isRecent: true,
  },
  /** Requires the current password itself, not just a recent sign-in. */
  'account.password': {
    right: 'own.account',
    input: z.strictObject({ current: password, password }),
    output: session,
    audit: 'changed the password of',
  },
  /** One's own passkeys and sessions. */
  'account.access': {
    right: 'own.account',
    input: empty,
    output: z.object({
      passkeys: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          createdAt: moment,
          lastUsedAt: z.nullable(moment),
        }),
      ),
      sessions: z.array(
        z.object({
          id: z.string(),
          browser: z.string(),
          createdAt: moment,
          lastSeenAt: moment,
          /** Whether it is the session of this browser. */
          isCurrent: z.boolean(),
        }),
      ),
    }),
  },
  'passkey.options': {
    right: 'own.account',
    input: empty,
    output: z.custom<PublicKeyCredentialCreationOptionsJSON>(),
    isRecent: true,
  },
  'passkey.add': {
    right: 'own.account',
    input: z.strictObject({ name: line(1, 64), response }),
    output: empty,
    audit: 'added a passkey',
    isRecent: true,
  },
  'passkey.remove': {
    right: 'own.account',
    input: z.strictObject({ id: text(2_048) }),
    output: empty,
    audit: 'removed a passkey',
    isRecent: true,
  },
  /** The display name of each account, by username. */
  'account.names': {
    right: 'own.account',
    input: empty,
    output: z.object({ names: z.record(z.string(), z.string()) }),
  },
  'account.list': {
    right: 'account.manage',
    input: empty,
    output: z.object({ accounts: z.array(account) }),
  },
  /** Adds an account without a password, and makes a link to choose one. */
  'account.add': {
    right: 'account.manage',
    input: z.strictObject({ username, role, ...details }),
    output: link,
    audit: 'added the account',
    isRecent: true,
  },
  /** Changes the role of an account, or disables or enables it. `seen` is what the page shows. */
  'account.change': {
    right: 'account.manage',
    input: z.strictObject({ id, ...rights, seen: z.exactOptional(z.strictObject(rights)) }),
    output: empty,
    isRecent: true,
  },
  'account.edit': {
    right: 'account.manage',
    input: z.strictObject({ id, ...details }),
    output: empty,
    isRecent: true,
  },
  'account.link': {
    right: 'account.manage',
    input: z.strictObject({ id }),
    output: link,
    audit: 'created a password link for',
    isRecent: true,
  },
  /** Ends all sessions of an account, and removes its passkeys and tokens. */
  'account.end-access': {
    right: 'account.manage',
    input: z.strictObject({ id }),
    output: empty,
    audit: 'ended all access of',
    isRecent: true,
  },
  /** Makes a token with which a script acts for an account, by default one's own. */
  'token.add': {
    right: 'account.manage',
    input: z.strictObject({
      username: z.exactOptional(username),
      name: line(1, 64),
      scope: z.enum(tokenScopes),
      days: z.int().check(z.minimum(1), z.maximum(maxTokenDays)),
    }),
    output: z.object({ token: z.string(), expiresAt: moment }),
    audit: 'created a token for',
    isRecent: true,
  },
  'token.list': {
    right: 'account.manage',
    input: empty,
    output: z.object({
      tokens: z.array(
        z.object({
          id: z.string(),
          username: z.string(),
          name: z.string(),
          scope: z.enum(tokenScopes),
          createdAt: moment,
          lastUsedAt: z.nullable(moment),
          expiresAt: moment,
        }),
      ),
    }),
  },
  'token.revoke': {
    right: 'account.manage',
    input: z.strictObject({ id }),
    output: empty,
    audit: 'revoked a token of',
    isRecent: true,
  },
} as const satisfies Record<string, Action>;
