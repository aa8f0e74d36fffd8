import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import * as z from 'zod/mini';

import { assignmentEmails } from '../../../contract/notifications.ts';
import { roles, tokenScopes } from '../../../contract/roles.ts';
import { empty, get, post } from '../../action.ts';
import { passkeyRules } from '../../rights.ts';
import { email, line } from '../../office-views.ts';

const role = z.enum(roles);
const date = z.string();
const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const password = text(1_024);
const token = text(128);
/** A browser's WebAuthn response. The WebAuthn library validates the fields not listed here. */
const response = z.looseObject({ id: text(2_048) });
const maxTokenDays = 365;
/** The queries whose results depend on the accounts. */
export const readsOfAccounts = ['account.list', 'account.names', 'enquiry.colleagues'] as const;
/** The id of a token or an account; not the username, because that can be an email address. */
const id = text(64);

/**
 * The owner's name and email address, each empty if unknown, and when to email the owner about
 * assigned enquiries. A change leaves out what stays the same.
 */
const details = {
  name: z.exactOptional(line(0, 64)),
  email: z.exactOptional(z.union([z.literal(''), email.check(z.toLowerCase())])),
  assignmentEmails: z.exactOptional(z.enum(assignmentEmails)),
};

const sessionView = z.object({
  username: z.string(),
  name: z.string(),
  email: z.string(),
  assignmentEmails: z.enum(assignmentEmails),
  role,
  /** The time at which the session ends at the latest, in ISO 8601 format. */
  endsAt: date,
  /** Whether the desk's address supports passkeys, which requires a host name. */
  passkeys: z.boolean(),
  /** Whether the account must add a passkey before it can do anything else. */
  lacksPasskey: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

const accessKinds = ['passkey', 'token', 'session'] as const;
export type AccessKind = (typeof accessKinds)[number];

const access = z.object({
  kind: z.enum(accessKinds),
  id: z.string(),
  name: z.string(),
  createdAt: date,
  lastUsedAt: z.nullable(date),
  /** Only tokens have a scope and an expiry. */
  scope: z.exactOptional(z.enum(tokenScopes)),
  expiresAt: z.exactOptional(date),
  /** Whether it is the session of this browser. */
  current: z.exactOptional(z.boolean()),
});
export type Access = z.infer<typeof access>;

/** The ids of the passkeys and tokens to keep; all others are removed. */
const keep = z.exactOptional(z.array(text(2_048)).check(z.maxLength(100)));

const account = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  assignmentEmails: z.enum(assignmentEmails),
  role,
  disabled: z.boolean(),
  createdAt: date,
  passwordChangedAt: date,
  lastSignInAt: z.nullable(date),
  hasPasskey: z.boolean(),
});

const rights = { role: z.exactOptional(role), disabled: z.exactOptional(z.boolean()) };

/** A one-time link. `url` is shown only once; it is null if the link was emailed to the owner. */
const link = z.object({ url: z.nullable(z.string()), expiresAt: date });

export const accountActions = {
  'session.read': get('own.account', sessionView, {
    withoutMongodb: true,
    withoutPasskey: true,
  }),
  'session.sign-in': post('anybody', z.object({ username: text(256), password }), sessionView, {
    audit: ['accounts', 'signed in'],
  }),
  'session.passkey-options': post(
    'anybody',
    empty,
    z.custom<PublicKeyCredentialRequestOptionsJSON>(),
  ),
  'session.sign-in-by-passkey': post('anybody', z.object({ response }), sessionView),
  'session.sign-out': post('anybody', empty, empty, { audit: ['accounts', 'signed out'] }),
  'session.sign-out-everywhere': post('own.account', z.object({ keep }), empty, {
    audit: ['accounts', 'signed out everywhere'],
    // Someone who stole the session must not choose what is kept.
    recent: true,
  }),
  /** Emails a link to the owner of an account. The response hides whether the account exists. */
  'link.request': post('anybody', z.object({ username: text(256) }), empty, {
    audit: ['accounts', 'requested a link for'],
  }),
  /** The display name of each account, by username. */
  'account.names': get('own.account', z.object({ names: z.record(z.string(), z.string()) })),
  'account.details': post('own.account', z.object(details), sessionView, {
    audit: ['accounts', 'changed the details of'],
    recent: true,
  }),
  /** Requires the current password itself, not just a recent sign-in. */
  'account.password': post('own.account', z.object({ current: password, password }), sessionView, {
    audit: ['accounts', 'changed the password of'],
  }),
  'passkey.options': post(
    'own.account',
    empty,
    z.custom<PublicKeyCredentialCreationOptionsJSON>(),
    { recent: true, withoutPasskey: true },
  ),
  'passkey.add': post('own.account', z.object({ name: line(1, 64), response }), empty, {
    audit: ['accounts', 'added a passkey'],
    recent: true,
    withoutPasskey: true,
  }),
  'passkey.remove': post('own.account', z.object({ id: text(2_048) }), empty, {
    audit: ['accounts', 'removed a passkey'],
    recent: true,
  }),
  'token.add': post(
    'own.account',
    z.object({
      name: line(1, 64),
      scope: z.enum(tokenScopes),
      days: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxTokenDays)),
    }),
    z.object({ token: z.string(), expiresAt: date }),
    { audit: ['accounts', 'created a token for'], recent: true },
  ),
  'token.revoke': post('own.account', z.object({ id }), empty, {
    audit: ['accounts', 'revoked a token of'],
  }),
  /** The account of a one-time link, and its passkeys and tokens, which the owner can keep. */
  'link.read': post(
    'anybody',
    z.object({ token }),
    z.object({ username: z.string(), access: z.array(access) }),
  ),
  /** Sets a password with a one-time link, and signs in. */
  'link.use': post('anybody', z.object({ token, password, keep }), sessionView, {
    audit: ['accounts', 'used a link'],
  }),
  'account.list': get(
    'account.manage',
    z.object({ accounts: z.array(account), requirePasskey: z.enum(passkeyRules) }),
  ),
  'account.add': post(
    'account.manage',
    z.object({
      username: text(256),
      role,
      ...details,
    }),
    link,
    { audit: ['accounts', 'added the account'], recent: true },
  ),
  'account.change': post(
    'account.manage',
    z.object({ id, ...rights, seen: z.exactOptional(z.object(rights)) }),
    empty,
    { recent: true },
  ),
  'account.edit': post('account.manage', z.object({ id, ...details }), empty, {
    recent: true,
  }),
  /** The user's own passkeys, tokens and sessions. */
  'access.list': get('own.account', z.object({ access: z.array(access) })),
  'access.read': post('account.manage', z.object({ id }), z.object({ access: z.array(access) })),
  'access.revoke': post(
    'account.manage',
    z.object({ id, kind: z.enum(accessKinds), access: text(2_048) }),
    empty,
    { audit: ['accounts', 'removed a session, passkey or token of'], recent: true },
  ),
  'account.link': post('account.manage', z.object({ id }), link, {
    audit: ['accounts', 'created a password link for'],
    recent: true,
  }),
};
