import { format } from 'oxfmt';
import { beforeAll, expect, it, vi } from 'vitest';

import { enquiriesApi, type Action } from '../../office/enquiries/api.ts';
import { officeApiPath, queueBoardPath } from '../../office/paths.ts';
import { roles, tokenScopes } from '../../contract/roles.ts';
import { may, refusalOf, roleDefinitions } from '../../office/rights.ts';
import { securityHeaders } from '../../contract/security-headers.ts';
import { readOfficeConfig } from '../../office/config.ts';
import { routesOf } from '../../office/server/app.ts';
import { createContext } from '../../office/server/context.ts';
import type { Route } from '../../office/server/route.ts';
import { UsageError, type Command, type CommandTask } from '../../office/terminal/command.ts';
import { commands, runAs } from '../../office/terminal/run-command.ts';
import { createTerminal } from '../../office/terminal/terminal.ts';
import type { Database } from '../../storage/connection.ts';
import { createCheapUser } from '../../testing/accounts.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { silent } from '../../testing/loggers.ts';
import { startMongodbFront } from '../../testing/mongodb-front.ts';
import { openDatabase } from '../../testing/own-stores.ts';
import { password, sessionOf, startOfficeUnderTest, tokenOf } from './office-under-test.ts';

type Guarded = Omit<Route, 'handle'>;

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
routes.push(
  ...Object.entries<Action>(enquiriesApi).map(([name, { right, isRecent }]): Guarded => {
    return { method: 'post', path: `${officeApiPath}/${name}`, right, recent: isRecent };
  }),
);

const always = Object.entries({ ...securityHeaders, 'Cache-Control': 'no-store' });

/** The responses of each route, signed out and for each role. */
const answers = new Map<Guarded, string[]>();
/** The results of each command, without an account, for each role and for each scope. */
const commandAnswers = new Map<string, string[]>();

beforeAll(async () => {
  const context = await createContext(readOfficeConfig(stores.settings), silent);
  routes.push(...routesOf(context));
  await context.close();
  for (const role of roles) {
    await createCheapUser(stores, { username: `an-${role}`, password, role });
  }
});

/** Sends a request. Resolves to 'allowed' if its route responds, otherwise to the refusal. */
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
  const challenge = answered.get('www-authenticate') ?? '';
  if (challenge.includes('insufficient_user_authentication')) return 'confirm';
  if (status === 401) return 'sign in';
  if (status === 403) return 'denied';
  expect([200, 400, 404], `${method} ${path}`).toContain(status);
  return 'allowed';
}

async function cookieFor(username: string, minutes?: number): Promise<{ Cookie: string }> {
  return { Cookie: await sessionOf(stores, username, minutes) };
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
    ({ find, aggregate, insert, update, findAndModify }) =>
      find ?? aggregate ?? insert ?? update ?? findAndModify,
  );
  return asked.filter((name) => !tellingWho.has(name));
}

it('each route needs a right that at least one role has', () => {
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

it.each(roles)('%s can do what the role allows, and denied requests read no data', async (as) => {
  const token = await tokenOf(stores, `an-${as}`);
  for (const route of routes) {
    if (route.right === 'anybody') continue;
    const expected = may(as, route.right) ? 'allowed' : 'denied';
    const name = `${route.method} ${route.path}`;
    // Each request needs a new session, because one of the routes ends all sessions.
    const old = await cookieFor(`an-${as}`, 11);
    mongodb.front.commands.length = 0;
    const confirms = route.recent && expected === 'allowed';
    expect(await ask(route, old), name).toBe(confirms ? 'confirm' : expected);
    if (expected === 'denied' || confirms) expect(collectionsRead(), name).toEqual([]);
    if (confirms) expect(await ask(route, await cookieFor(`an-${as}`)), name).toBe(expected);
    expect(await ask(route, token), name).toBe(route.tokens ? expected : 'sign in');
    answers.get(route)?.push(expected);
  }
});

const secret = () => Promise.resolve(password);
const terminal = { ...createTerminal(), interactive: false, secret };

/** Finds out whether a command runs, or how it is refused. A refused command reads nothing. */
async function askCommand(command: Command, who: { as?: string; officeToken?: string }) {
  const run = vi.fn(() => Promise.resolve());
  const untouched = vi.fn(() => Promise.reject(new Error('No command may read this yet.')));
  const context = {
    database: () => Promise.resolve({ users: stores.users, tokens: stores.tokens } as Database),
    redis: untouched,
    queues: untouched,
    terminal,
  } as unknown as CommandTask;
  const refused = await runAs(context, command, who, run).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(untouched).not.toHaveBeenCalled();
  expect(run).toHaveBeenCalledTimes(refused ? 0 : 1);
  if (refused instanceof UsageError) return 'sign in';
  if (refused) expect((refused as Error).message).toContain('does not have permission to');
  return refused ? 'denied' : 'allowed';
}

it('each command requires an account with its right, or a token with its scope', async () => {
  for (const [group, own] of Object.entries(commands)) {
    for (const [name, command] of Object.entries(own)) {
      const given = [await askCommand(command, {})];
      for (const role of roles) given.push(await askCommand(command, { as: `an-${role}` }));
      for (const scope of tokenScopes) {
        const { Authorization } = await tokenOf(stores, 'an-officer', scope);
        const officeToken = Authorization.replace('Bearer ', '');
        given.push(await askCommand(command, { officeToken }));
      }
      const { right } = command;
      const who = [
        ...roles.map((role) => ({ role })),
        ...tokenScopes.map((scope) => ({ role: 'officer' as const, scope })),
      ];
      const expected = who.map((one) => (refusalOf(one, right) ? 'denied' : 'allowed'));
      expect(given.slice(1), name).toEqual(expected);
      commandAnswers.set(`${group} -- ${name}`, given);
    }
  }
});

it('roles.responses.md lists the responses to each role', async () => {
  const row = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
  const head = ['Route', 'signed out', ...roles, 'recent sign-in'];
  const rows = [...answers].map(([{ method, path, recent }, given]) =>
    row([`\`${method.toUpperCase()} ${path}\``, ...given, recent ? 'yes' : '']),
  );
  const tableOf = (titles: string[], lines: string[]) =>
    [row(titles), row(titles.map(() => '---')), ...lines.toSorted()].join('');
  const commandHead = [
    'Command',
    'no account',
    ...roles,
    ...tokenScopes.map((one) => `token: ${one}`),
  ];
  const commandRows = [...commandAnswers].map(([name, given]) => row([`\`${name}\``, ...given]));
  const meanings = roles.map((role) => {
    const { name, meaning } = roleDefinitions[role];
    return `- \`${role}\`, ${name}: ${meaning}`;
  });
  const withTokens = routes.filter(({ tokens }) => tokens).map(({ path }) => `\`${path}\``);
  const open = routes.filter(({ right }) => right === 'anybody').map(({ path }) => `\`${path}\``);
  const text = `# Routes, commands and roles

How each route of the enquiries desk and each command responds to each role. \`tests/office/roles.test.ts\` checks this
page; \`npx vitest run tests/office/roles.test.ts -u\` writes it.

${meanings.join('\n')}

Every account may open the queue board, which hides data and changes nothing. Some actions require
a sign-in within the last ten minutes. The following routes need no session, but only accept requests from the desk's own pages: ${open.toSorted().join(', ')}.

${tableOf(head, rows)}
Routes that accept personal access tokens: ${withTokens.join(', ')}. Commands read them from
\`OFFICE_TOKEN\`. A token never has more rights than its owner; in the table below the owner is an information
officer. Without an account, \`users -- add\` can only create the first account.

${tableOf(commandHead, commandRows)}
`;
  const { code } = await format('roles.responses.md', text);
  await expect(code).toMatchFileSnapshot('roles.responses.md');
});
