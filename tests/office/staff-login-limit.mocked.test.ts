import type timers from 'node:timers/promises';
import { expect, it, vi } from 'vitest';

import { createCheapUser } from '../../testing/accounts.ts';
import { cookieOf, password, send, startOfficeUnderTest } from './office-under-test.ts';
import { forEachTest } from '../../testing/for-all-tests.ts';
import { waitFor } from '../../testing/wait-for.ts';

const { sleep } = vi.hoisted(() => ({ sleep: vi.fn<typeof timers.setTimeout>() }));

// Shortens and counts the delays of slowed attempts. On a busy machine, measured times would be
// unreliable.
vi.mock('node:timers/promises', async (load) => {
  const real = await load<typeof timers>();
  sleep.mockImplementation((milliseconds, ...rest) =>
    real.setTimeout(rest.length === 0 && milliseconds === 2_000 ? 50 : milliseconds, ...rest),
  );
  return { ...real, setTimeout: sleep };
});

/** The number of slowed attempts. Pings to MongoDB also wait for 2 s, but pass more arguments. */
const slowed = () =>
  sleep.mock.calls.filter(({ length, 0: time }) => length === 1 && time === 2_000).length;

const office = forEachTest(() =>
  startOfficeUnderTest({ STAFF_LOGIN_ATTEMPTS: '3', TRUSTED_PROXY_HOPS: '1' }),
);

interface Attempt {
  from: string;
  user?: string;
  secret?: string;
  cookie?: string;
}

async function signIn({ from, user = 'naledi', secret = password, cookie = '' }: Attempt) {
  const before = slowed();
  const response = await send(office, 'session.sign-in', {
    cookie,
    body: { username: user, password: secret },
    headers: { 'X-Forwarded-For': from },
  });
  const { status } = response;
  return { response, status, isSlow: slowed() > before };
}

/**
 * Makes concurrent attempts with wrong passwords. Resolves to a function that counts the responses
 * with a given status.
 */
async function guess(count: number, attemptOf: (index: number) => Attempt) {
  const guesses = Array.from({ length: count }, (_, index) =>
    signIn({ secret: `guess ${index}`, ...attemptOf(index) }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  return (wanted: number) => statuses.filter((status) => status === wanted).length;
}

/** Repeats the sign-in until it sets a device cookie: Redis can be too slow at first. */
function signInAsKnown() {
  return waitFor('a device cookie', async () => {
    const { response } = await signIn({ from: '203.0.113.1' });
    const cookie = response.headers.getSetCookie()[1]?.split(';')[0];
    return cookie === undefined ? undefined : { response, cookie };
  });
}

const site = (index: number) => `2001:db8:1:${index % 5}00::${index + 1}`;

it('slows down a network after a few failures, but does not refuse anyone there', async () => {
  await createCheapUser(office.database, { username: 'ayanda', password });
  const router = '192.0.2.1';
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const failed = await signIn({ from: router, user: 'ayanda', secret: `guess ${attempt}` });
    expect(failed).toMatchObject({ status: 401, isSlow: false });
  }
  expect(await signIn({ from: router })).toMatchObject({ status: 200, isSlow: true });
  expect(await signIn({ from: '192.0.2.2' })).toMatchObject({ status: 200, isSlow: false });
});

it('never locks out an account or slows down a known browser for failures elsewhere', async () => {
  const { response, cookie } = await signInAsKnown();
  expect(cookie).toMatch(/^__Host-device-[\da-f]{16}=/);

  const answered = await guess(50, (index) => ({ from: site(index) }));
  // All addresses of a /48 share one short queue, so most attempts are refused.
  expect(answered(401) + answered(429)).toBe(50);
  expect(answered(429)).toBeGreaterThan(30);
  const more = await guess(4, (index) => ({ from: `198.51.100.${index}` }));
  expect(more(401)).toBe(4);

  expect(await signIn({ from: site(1), cookie })).toMatchObject({ status: 200, isSlow: false });
  expect(await signIn({ from: '203.0.113.1' })).toMatchObject({ status: 200, isSlow: true });

  const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  for (const other of [forged, cookieOf(response)]) {
    expect(await signIn({ from: '203.0.113.2', cookie: other })).toMatchObject({ isSlow: true });
  }
});

it('slows down a known browser for its own failures', async () => {
  const { cookie } = await signInAsKnown();
  const answered = await guess(20, (index) => ({ from: `198.51.100.${index}`, cookie }));
  expect(answered(401) + answered(429)).toBe(20);
  expect(answered(429)).toBeGreaterThan(5);
  expect(await signIn({ from: '203.0.113.1', cookie })).toMatchObject({ isSlow: true });
  expect(await signIn({ from: '203.0.113.1' })).toMatchObject({ status: 200, isSlow: false });
});

it('checks sign-ins from one network in one short queue; other networks do not wait', async () => {
  const unknown = guess(120, (index) => ({ from: '192.0.2.9', user: `nobody-${index}` }));
  expect(await signIn({ from: '203.0.113.1' })).toMatchObject({ status: 200 });
  const answered = await unknown;
  expect(answered(429)).toBeGreaterThan(90);
});

it('does not count successful sign-ins', async () => {
  for (let time = 0; time < 5; time += 1) {
    expect(await signIn({ from: '192.0.2.4' })).toMatchObject({ status: 200, isSlow: false });
  }
  expect(await signIn({ from: '192.0.2.4', secret: 'wrong' })).toMatchObject({ status: 401 });
});

it.each([
  ['session.passkey-options', {}, 200],
  ['session.sign-in-by-passkey', { response: { id: 'unknown' } }, 401],
  ['link.read', { token: 'unknown' }, 404],
  ['link.use', { token: 'unknown', password }, 404],
] as const)('limits %s per network', async (name, body, status) => {
  await waitFor(
    'the stores answer',
    async () => (await send(office, name, { body })).status === status,
  );
  const statuses = [];
  for (let time = 0; time < 20; time += 1) {
    const headers = { 'X-Forwarded-For': '192.0.2.5' };
    statuses.push((await send(office, name, { body, headers })).status);
  }
  expect(statuses).toEqual([...Array<number>(18).fill(status), 429, 429]);
});
