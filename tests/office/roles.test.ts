import { beforeAll, expect, it } from 'vitest';

import { roles, tokenScopes, type Role } from '#contract/roles.ts';
import { securityHeaders } from '#contract/security-headers.ts';
import type { Database } from '#storage/connection.ts';
import { createUser } from '#storage/users.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { silent } from '#support/loggers.ts';
import { startMongodbFront } from '#support/mongodb-front.ts';
import { openDatabase } from '#support/own-stores.ts';
import { api } from '../../office/api.ts';
import { readOfficeConfig } from '../../office/config.ts';
import type { Action } from '../../office/action.ts';
import { queueBoardPath } from '../../office/paths.ts';
import { may, refusalOf, type Right } from '../../office/rights.ts';
import { routesOf } from '../../office/server/app.ts';
import { createContext } from '../../office/server/context.ts';
import type { Command } from '../../office/commands/command.ts';
import { UsageError } from '../../office/commands/terminal.ts';
import { commands, identifyActor } from '../../office/commands/run.ts';
import { createTerminal } from '../../office/commands/terminal.ts';
import { password, sessionOf, startOfficeUnderTest, tokenOf } from './office-under-test.ts';

/** What each role may do. */
const table: Record<Right, readonly Role[]> = {
  'own.account': ['ops', 'staff', 'officer'],
  'status.read': ['ops', 'staff', 'officer'],
  'queue.read': ['ops', 'officer'],
  'queue.change': ['ops', 'staff', 'officer'],
  'queue.pause': ['ops', 'officer'],
  'queue.remove': ['officer'],
  'email.resend': ['ops', 'staff', 'officer'],
  'enquiry.read': ['staff', 'officer'],
  'enquiry.change': ['staff', 'officer'],
  'template.change': ['staff', 'officer'],
  'enquiry.export': ['staff', 'officer'],
  'person.read': ['officer'],
  'person.change': ['officer'],
  'person.erase': ['officer'],
  'account.manage': ['officer'],
  'audit.read': ['officer'],
};
/** What anybody may do without a session. */
const open = [
  'session.sign-in',
  'session.passkey-options',
  'session.sign-in-by-passkey',
  'link.request',
  'link.read',
  'link.use',
];
/** What finds that nobody is signed in, in place of a refusal. */
const askingWho = ['session.read', 'session.sign-out'];
/** What needs a sign-in within the last ten minutes. */
const recent = [
  'session.sign-out-everywhere',
  'account.details',
  'passkey.options',
  'passkey.add',
  'passkey.remove',
  'account.add',
  'account.change',
  'account.link',
  'enquiry.export',
  'audit.export',
  'person.export',
  'person.erase',
  'queue.remove-failed',
];

interface Guarded {
  method: string;
  path: string;
  right: Right | 'anybody';
  recent?: boolean | undefined;
  tokens?: boolean | undefined;
}

const stores = forAllTests(openDatabase);
const mongodb = forAllTests(async () => {
  const front = await startMongodbFront(stores.settings.MONGODB_URI);
  return { front, stop: front.close };
});
const office = forAllTests(() =>
  startOfficeUnderTest({ ...stores.settings, MONGODB_URI: mongodb.front.uri }),
);

const actions = Object.entries<Action>(api);
const routes: Guarded[] = [
  ...['', '/api/queues', '/static/favicon.ico'].map((path) => ({
    method: 'get',
    path: `${queueBoardPath}${path}`,
    right: 'queue.read' as const,
  })),
  ...actions
    .filter(([name]) => !askingWho.includes(name))
    .map(([name, { right, isRecent }]) => ({
      method: 'post',
      path: `/ops/api/${name}`,
      right,
      recent: isRecent,
    })),
];

const always = Object.entries({ ...securityHeaders, 'Cache-Control': 'no-store' });

beforeAll(async () => {
  const context = await createContext(readOfficeConfig(stores.settings), silent);
  routes.push(...routesOf(context).map((route) => ({ method: 'get', ...route })));
  await context.close();
  for (const role of roles) {
    await createUser(stores, { username: `an-${role}`, password, role });
  }
});

/** Sends a request. Resolves to 'allowed' if its route responds, otherwise to the refusal. */
async function ask({ method, path }: Guarded, headers: object): Promise<string> {
  const sent = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
  const answer = await fetch(`${office.url}${path.replace(':id', 'nothing')}`, {
    method,
    headers: { ...sent, ...headers },
    // A field that no action knows, so that nothing is done.
    ...(method === 'post' ? { body: '{"unknown":1}' } : {}),
  });
  await answer.body?.cancel();
  for (const [name, value] of always) {
    expect(answer.headers.get(name), `${path}: ${name}`).toBe(value);
  }
  const challenge = answer.headers.get('www-authenticate') ?? '';
  if (challenge.includes('insufficient_user_authentication')) return 'confirm';
  if (answer.status === 401) return 'sign in';
  if (answer.status === 403) return 'denied';
  expect([200, 400, 404], `${method} ${path}`).toContain(answer.status);
  return 'allowed';
}

const tellingWho = new Set<unknown>([
  undefined,
  'users',
  'sessions',
  'accesstokens',
  'auditrecords',
]);

/** The MongoDB collections that were used, except those for identifying users and for audits. */
function collectionsRead(): unknown[] {
  const asked = mongodb.front.commands.map(
    ({ findAndModify, find, aggregate, insert, update }) =>
      findAndModify ?? find ?? aggregate ?? insert ?? update,
  );
  return asked.filter((name) => !tellingWho.has(name));
}

it('PROMISE 13: each role has its rights, and no other', () => {
  for (const [right, allowed] of Object.entries(table)) {
    expect(
      roles.filter((role) => may(role, right as Right)),
      right,
    ).toEqual(allowed);
  }
});

it('PROMISE 13: only signing in needs no session, and what can do harm a recent sign-in', () => {
  const named = (which: (action: Action) => boolean) =>
    actions.flatMap(([name, action]) => (which(action) ? [name] : []));
  expect(named(({ right }) => right === 'anybody').toSorted()).toEqual(open.toSorted());
  expect(named(({ admitsNobody = false }) => admitsNobody)).toEqual(askingWho);
  expect(named(({ isRecent = false }) => isRecent).toSorted()).toEqual(recent.toSorted());
});

it('PROMISE 13: every other route requires a session', async () => {
  for (const route of routes.filter(({ right }) => right !== 'anybody')) {
    expect(await ask(route, {}), `${route.method} ${route.path}`).toBe('sign in');
  }
});

it.each(roles)('PROMISE 13: %s can do what the table says; a refusal reads no data', async (as) => {
  const token = await tokenOf(stores, `an-${as}`);
  const session = async (minutes?: number) => ({
    Cookie: await sessionOf(stores, `an-${as}`, minutes),
  });
  for (const route of routes) {
    if (route.right === 'anybody') continue;
    const expected = table[route.right].includes(as) ? 'allowed' : 'denied';
    const name = `${route.method} ${route.path}`;
    const old = await session(11);
    mongodb.front.commands.length = 0;
    const confirms = route.recent && expected === 'allowed';
    expect(await ask(route, old), name).toBe(confirms ? 'confirm' : expected);
    if (expected === 'denied' || confirms) expect(collectionsRead(), name).toEqual([]);
    if (confirms) expect(await ask(route, await session()), name).toBe(expected);
    expect(await ask(route, token), name).toBe(route.tokens ? expected : 'sign in');
  }
});

const terminal = {
  ...createTerminal(),
  interactive: false,
  ask: () => Promise.resolve(password),
};

/** Finds out whether a command would run, or how it is refused. */
async function askCommand(command: Command, as?: string, officeToken?: string) {
  const database = () =>
    Promise.resolve({ users: stores.users, tokens: stores.tokens } as Database);
  const refused = await identifyActor({ database, terminal }, command, as, officeToken).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refused instanceof UsageError) return 'sign in';
  if (refused) expect((refused as Error).message).toContain('does not have permission to');
  return refused ? 'denied' : 'allowed';
}

it('PROMISE 13: each command asks for the same rights, of an account or a token', async () => {
  for (const [name, command] of Object.entries(commands)) {
    const { right } = command;
    if (right === 'without account') continue;
    expect(await askCommand(command), name).toBe('sign in');
    for (const role of roles) {
      const expected = refusalOf({ role }, right) ? 'denied' : 'allowed';
      expect(await askCommand(command, `an-${role}`), name).toBe(expected);
    }
    for (const scope of tokenScopes) {
      const { Authorization } = await tokenOf(stores, 'an-officer', scope);
      const expected = refusalOf({ role: 'officer', scope }, right) ? 'denied' : 'allowed';
      const token = Authorization.replace('Bearer ', '');
      expect(await askCommand(command, undefined, token), name).toBe(expected);
    }
  }
});
