import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import * as z from 'zod/mini';

import { assignmentEmails } from '#contract/notifications.ts';
import { roles } from '#contract/roles.ts';
import type { Action } from '../action.ts';
import { email, line, moment } from '../office-views.ts';

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const username = text(256);
const newUsername = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(
      /^[a-z\d][a-z\d._@-]{2,63}$/,
      'must have 3 to 64 characters (letters a to z, digits, dots, hyphens, underscores or @ signs) and begin with a letter or digit',
    ),
  );
const password = text(256);
const token = text(128);
const passkeyId = text(2_048);
/** A browser's WebAuthn response, which the WebAuthn library validates. */
const responseOf = <Response>() =>
  z.custom<Response>(
    (given) => passkeyId.safeParse((given as { id?: unknown } | null)?.id).success,
  );
const role = z.enum(roles);
const disabled = z.boolean();
const emailsOf = z.enum(assignmentEmails);

/** What an account may change about itself. Fields that stay the same are left out. */
const details = {
  name: z.exactOptional(line(0, 64)),
  email: z.exactOptional(z.union([z.literal(''), email.check(z.toLowerCase())])),
  assignmentEmails: z.exactOptional(emailsOf),
};
const rights = { role: z.exactOptional(role), disabled: z.exactOptional(disabled) };
/** The rights that the page shows. */
const seen = z.exactOptional(z.strictObject(rights));

const string = z.string();
const empty = z.object({});
/** The email address is empty if unknown; the name is then the username. */
const owner = { username: string, name: string, email: string, assignmentEmails: emailsOf, role };
const session = z.object(owner);
const account = z.object({ ...owner, disabled, lastSignInAt: z.nullable(moment) });
const passkey = z.object({ id: string, name: string, lastUsedAt: z.nullable(moment) });
/** A one-time link. `url` is shown only once; it is null if the link was emailed to the owner. */
const link = z.object({ url: z.nullable(string), expiresAt: moment });

type ActionOptions = Pick<Action, 'audit' | 'isRecent' | 'admitsNobody' | 'withoutMongodb'>;

const needing =
  <Right extends Action['right']>(right: Right) =>
  <Input extends z.core.$ZodLooseShape, Output extends z.ZodMiniType>(
    input: Input,
    output: Output,
    options: ActionOptions = {},
  ) => ({ right, input: z.strictObject(input), output, ...options });

const open = needing('anybody');
const ownAccount = needing('own.account');
const manage = needing('account.manage');
const isRecent = true;

export const accountsApi = {
  /** The account of the session; null if nobody is signed in. */
  'session.read': ownAccount({}, z.nullable(session), { admitsNobody: true, withoutMongodb: true }),
  /** Also how a page asks again for a recent sign-in: it replaces the session. */
  'session.sign-in': open({ username, password }, session, { audit: 'signed in' }),
  'session.passkey-options': open({}, z.custom<PublicKeyCredentialRequestOptionsJSON>()),
  'session.sign-in-by-passkey': open(
    { response: responseOf<AuthenticationResponseJSON>() },
    session,
  ),
  'session.sign-out': ownAccount({}, empty, { audit: 'signed out', admitsNobody: true }),
  /** Ends all sessions of one's own account, and removes its passkeys and tokens. */
  'session.sign-out-everywhere': ownAccount({}, empty, {
    audit: 'signed out everywhere',
    isRecent,
  }),

  /** Emails a link to the owner of an account. The answer hides whether the account exists. */
  'link.request': open({ username }, empty, { audit: 'requested a link for' }),
  'link.read': open({ token }, z.object({ username: string })),
  /** Sets a password with a one-time link, ends all earlier access, and signs in. */
  'link.use': open({ token, password }, session, { audit: 'used a link' }),

  'account.details': ownAccount(details, session, { audit: 'changed the details of', isRecent }),
  /** Requires the current password itself, not just a recent sign-in. */
  'account.password': ownAccount({ current: password, password }, session, {
    audit: 'changed the password of',
  }),
  'passkey.list': ownAccount({}, z.object({ passkeys: z.array(passkey) })),
  'passkey.options': ownAccount({}, z.custom<PublicKeyCredentialCreationOptionsJSON>(), {
    isRecent,
  }),
  'passkey.add': ownAccount({ response: responseOf<RegistrationResponseJSON>() }, empty, {
    audit: 'added a passkey',
    isRecent,
  }),
  'passkey.remove': ownAccount({ id: passkeyId }, empty, { audit: 'removed a passkey', isRecent }),
  'account.names': ownAccount({}, z.object({ names: z.record(string, string) })),

  'account.list': manage({}, z.object({ accounts: z.array(account) })),
  /** Adds an account without a password, and makes a link to choose one. */
  'account.add': manage({ username: newUsername, role, ...details }, link, {
    audit: 'added the account',
    isRecent,
  }),
  'account.change': manage({ username, ...details, ...rights, seen }, empty, {
    audit: 'changed the account of',
    isRecent,
  }),
  'account.link': manage({ username }, link, { audit: 'created a password link for', isRecent }),
} satisfies Record<string, Action>;
