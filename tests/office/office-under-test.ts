import { expect } from 'vitest';

import { contactSubmissionsPath } from '#contract/api.ts';
import type { NotificationKind } from '#contract/notifications.ts';
import type { TokenScope } from '#contract/roles.ts';
import type { Database } from '#storage/connection.ts';
import { markNotification } from '#storage/notifications.ts';
import { createSession, hashToken } from '#storage/sessions.ts';
import { createAccessToken } from '#storage/tokens.ts';
import { createUser, type User } from '#storage/users.ts';
import { createRecordingLogger } from '#support/loggers.ts';
import { callOffice, type OfficeCall } from '#support/office/call-office.ts';
import { createPasskeyDouble } from '#support/office/passkey-double.ts';
import { openDatabase } from '#support/own-stores.ts';
import { isOk, untilReady } from '../../dev/processes.ts';
import { readOfficeConfig } from '../../office/config.ts';
import type { ActionName } from '../../office/api.ts';
import { startOffice } from '../../office/server/app.ts';

export const password = 'marula branch teapot';

/** Starts an enquiries desk in this process. Its user naledi is staff. */
export async function startOfficeUnderTest(
  settings: Record<string, string> = {},
  waitUntilReady = true,
) {
  const database = await openDatabase();
  await createUser(database, { username: 'naledi', password });
  const { logger, log } = createRecordingLogger('office');
  const config = readOfficeConfig({ OFFICE_PORT: '0', ...database.settings, ...settings });
  const office = await startOffice(config, logger);
  const url = `http://127.0.0.1:${office.port}`;
  const isReady = () => isOk(`${url}/readyz`);
  if (waitUntilReady) await untilReady({ name: 'The office', isReady });
  return {
    url,
    settings: database.settings,
    database,
    /** Requests a path below /api/contact-submissions, with a token if a user is given. */
    get: async (path: string, user?: string, headers: object = {}) =>
      fetch(`${url}${contactSubmissionsPath}${path}`, {
        headers: { ...(user === undefined ? {} : await tokenOf(database, user)), ...headers },
      }),
    log,
    async stop() {
      await office.stop();
      await database.stop();
    },
  };
}

async function findNamed({ users }: Database, username: string): Promise<User> {
  const user = await users.findOne({ username }).lean<User>();
  if (!user) throw new Error(`There is no ${username}.`);
  return user;
}

/** The header that a script of the user sends, with a new token. */
export async function tokenOf(
  database: Database,
  user: string,
  scope: TokenScope = 'read',
): Promise<{ Authorization: string }> {
  const { _id: userId } = await findNamed(database, user);
  const wanted = { userId, name: 'A test', scope, days: 1 };
  return { Authorization: `Bearer ${(await createAccessToken(database, wanted)).token}` };
}

/** The cookie of a new session that began the given number of minutes ago. */
export async function sessionOf(database: Database, user: string, minutes = 0): Promise<string> {
  const account = await findNamed(database, user);
  const token = await createSession(database, { ...account, id: account._id });
  const createdAt = new Date(Date.now() - minutes * 60_000);
  if (minutes > 0) {
    await database.sessions.updateOne({ _id: hashToken(token) }, { $set: { createdAt } });
  }
  return `__Host-office=${token}`;
}

type Reached = { url: string };

export function send({ url }: Reached, name: ActionName, call?: OfficeCall): Promise<Response> {
  return callOffice(url, name, call);
}

export function signIn(
  office: Reached,
  username: string,
  { secret = password, cookie = '', headers = {} } = {},
): Promise<Response> {
  return send(office, 'session.sign-in', { cookie, headers, body: { username, password: secret } });
}

export function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Requests a challenge: for adding a passkey if there is a cookie, otherwise for signing in. */
export async function challengeOf(office: Reached, cookie = '') {
  const name = cookie ? 'passkey.options' : 'session.passkey-options';
  const response = await send(office, name, { cookie });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as { challenge: string; url: string };
}

export async function addPasskey(
  office: Reached,
  cookie: string,
  device = createPasskeyDouble(),
): Promise<Response> {
  const response = device.create(await challengeOf(office, cookie));
  return send(office, 'passkey.add', { cookie, body: { response } });
}

/** Marks an email about an enquiry as sent, or as failed if a reason is given. */
export function markEmail(
  database: Database,
  submissionId: string,
  kind: NotificationKind,
  reason?: string,
): Promise<void> {
  const outcome = reason
    ? ({ status: 'failed', reason } as const)
    : ({ status: 'sent', sentAt: new Date() } as const);
  return markNotification(database, { submissionId, kind }, outcome);
}
