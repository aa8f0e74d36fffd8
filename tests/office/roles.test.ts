import { format } from 'oxfmt';
import { beforeAll, expect, it } from 'vitest';

import { queueBoardPath } from '../../contract/api.ts';
import { roles } from '../../contract/roles.ts';
import { may, roleDefinitions } from '../../office/rights.ts';
import { securityHeaders } from '../../contract/security-headers.ts';
import { readOfficeConfig } from '../../office/config.ts';
import { routesOf } from '../../office/server/app.ts';
import { createContext } from '../../office/server/context.ts';
import type { Route } from '../../office/server/route.ts';
import { createSession } from '../../storage/sessions.ts';
import { createCheapUser } from '../../testing/accounts.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { silent } from '../../testing/loggers.ts';
import { startMongodbFront } from '../../testing/mongodb-front.ts';
import { openDatabase } from '../../testing/own-stores.ts';
import { basic, password, startOfficeUnderTest } from './office-under-test.ts';

type Guarded = Pick<Route, 'method' | 'path' | 'right'>;

const stores = forAllTests(openDatabase);
const mongodb = forAllTests(async () => {
  const front = await startMongodbFront(stores.settings.MONGODB_URI);
  return { front, stop: front.close };
});
const office = forAllTests(() =>
  startOfficeUnderTest({ ...stores.settings, MONGODB_URI: mongodb.front.uri }),
);
const board = ['', '/api/queues', '/office.css', '/static/favicon.ico'];
const routes: Guarded[] = board.map((path) => ({
  method: 'get',
  path: `${queueBoardPath}${path}`,
  right: 'queue.read',
}));

const always = Object.entries({ ...securityHeaders, 'Cache-Control': 'no-store' });

/** The responses of each route, signed out and for each role. */
const answers = new Map<Guarded, string[]>();

beforeAll(async () => {
  const context = await createContext(readOfficeConfig(stores.settings), silent);
  routes.push(...routesOf(context));
  await context.close();
  for (const role of roles) {
    await createCheapUser(stores, { username: `an-${role}`, password, role });
  }
});

/** The response of a route: its own, or the refusal of its guard. */
async function ask({ method, path }: Guarded, headers: object): Promise<string> {
  const url = `${office.url}${path.replace(':id', 'nothing')}`;
  const sent = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
  const {
    status,
    headers: answered,
    body,
  } = await fetch(url, {
    method,
    headers: { ...sent, ...headers },
    ...(method === 'post' ? { body: '{}' } : {}),
  });
  await body?.cancel();
  for (const [name, value] of always) expect(answered.get(name), `${path}: ${name}`).toBe(value);
  if (status === 401) return 'sign in';
  if (status === 403) return 'denied';
  expect([200, 400, 404], `${method} ${path}`).toContain(status);
  return 'allowed';
}

async function cookieFor(username: string): Promise<{ Cookie: string }> {
  const user = await stores.users.findOne({ username }).lean();
  if (!user) throw new Error(`There is no ${username}.`);
  const account = { ...user, id: user._id, role: 'ops' as const };
  return { Cookie: `__Host-office=${await createSession(stores, account, 'A test')}` };
}

/** The collections that MongoDB was asked for, besides those that tell who asks. */
function collectionsRead(): unknown[] {
  const asked = mongodb.front.commands.map(
    ({ find, aggregate, insert, update, findAndModify }) =>
      find ?? aggregate ?? insert ?? update ?? findAndModify,
  );
  return asked.filter((name) => name !== undefined && name !== 'users' && name !== 'sessions');
}

it('at least one role has the right that each route needs', () => {
  for (const { right, path } of routes) {
    if (right === 'anybody') continue;
    expect(
      roles.filter((role) => may(role, right)),
      `${path}: ${right}`,
    ).not.toEqual([]);
  }
});

it('every route requires a session, unless it is public', async () => {
  for (const route of routes.filter(({ right }) => right !== 'anybody')) {
    const answer = await ask(route, {});
    expect(answer, `${route.method} ${route.path}`).toBe('sign in');
    answers.set(route, [answer]);
  }
});

it.each(roles)('%s may do what the role allows; anything else is refused unread', async (as) => {
  for (const route of routes) {
    if (route.right === 'anybody') continue;
    const expected = may(as, route.right) ? 'allowed' : 'denied';
    const name = `${route.method} ${route.path}`;
    // Each request needs a new session, because one of the routes ends all sessions.
    for (const signIn of [() => basic(`an-${as}`, password), () => cookieFor(`an-${as}`)]) {
      const headers = await signIn();
      mongodb.front.commands.length = 0;
      expect(await ask(route, headers), name).toBe(expected);
      if (expected === 'denied') expect(collectionsRead(), name).toEqual([]);
    }
    answers.get(route)?.push(expected);
  }
});

it('docs/internals/office-routes.md lists the responses of each route to each role', async () => {
  const row = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
  const head = ['Route', 'signed out', ...roles];
  const rows = [...answers].map(([{ method, path }, given]) =>
    row([`\`${method.toUpperCase()} ${path}\``, ...given]),
  );
  const table = [row(head), row(head.map(() => '---')), ...rows.toSorted()].join('');
  const meanings = roles.map((role) => {
    const { name, meaning } = roleDefinitions[role];
    return `- \`${role}\`, ${name}: ${meaning}`;
  });
  const open = routes.filter(({ right }) => right === 'anybody').map(({ path }) => `\`${path}\``);
  const text = `# Routes and roles

How each route of the enquiries desk responds to each role. \`tests/office/roles.test.ts\` checks this
page; \`npx vitest run tests/office/roles.test.ts -u\` writes it.

${meanings.join('\n')}

Every account may open the queue board, which hides what a role may not see or do. These routes need no
session, but only accept requests from the desk's own pages: ${open.toSorted().join(', ')}.

${table}
`;
  const { code } = await format('office-routes.md', text);
  await expect(code).toMatchFileSnapshot('../../docs/internals/office-routes.md');
});
