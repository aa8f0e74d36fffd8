import { beforeAll, expect, it } from 'vitest';

import { createUser } from '#storage/users.ts';
import { withRealCost } from '#support/cheap-passwords.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { password, send, startOfficeUnderTest } from './office-under-test.ts';

const office = forAllTests(() =>
  startOfficeUnderTest({ STAFF_LOGIN_ATTEMPTS: '10', TRUSTED_PROXY_HOPS: '1' }),
);
const slowedBy = 2_000;

beforeAll(async () => {
  const many = Array.from({ length: 10 }, (_, index) => `colleague-${index}`);
  for (const username of ['ayanda', 'sipho', ...many]) {
    await createUser(office.database, { username, password });
  }
});

async function signIn(from: string, username: string, secret = password) {
  const started = performance.now();
  const { status } = await send(office, 'session.sign-in', {
    body: { username, password: secret },
    headers: { 'X-Forwarded-For': from },
  });
  return { status, isSlow: performance.now() - started >= slowedBy };
}

/** Makes attempts with wrong passwords one after another. Resolves to their statuses. */
async function guess(times: number, from: string, username: string): Promise<number[]> {
  const statuses = [];
  for (let time = 0; time < times; time += 1) {
    statuses.push((await signIn(from, username, `guess ${time}`)).status);
  }
  return statuses;
}

it('PROMISE 13: ten wrong passwords of a colleague do not count for another', async () => {
  const router = '192.0.2.1';
  expect(await guess(10, router, 'ayanda')).toEqual(Array(10).fill(401));
  expect(await signIn(router, 'sipho')).toMatchObject({ status: 200 });
  // Nor for the same colleague elsewhere.
  expect(await signIn('192.0.2.2', 'ayanda')).toMatchObject({ status: 200 });
});

it('PROMISE 13: nobody is locked out: the right password gets in, only slowly', async () => {
  const router = '192.0.2.3';
  await guess(10, router, 'ayanda');
  expect(await signIn(router, 'ayanda', 'guess 11')).toEqual({ status: 401, isSlow: true });
  expect(await signIn(router, 'ayanda')).toEqual({ status: 200, isSlow: true });
});

it('PROMISE 13: slows down a network that tries many names, also within an IPv6 network', async () => {
  const host = (index: number) => `2001:db8:1:${index}::1`;
  for (let index = 0; index < 10; index += 1) {
    expect(await guess(10, host(index), `colleague-${index}`)).toEqual(Array(10).fill(401));
  }
  expect(await signIn(host(9), 'sipho')).toEqual({ status: 200, isSlow: true });
  expect(await signIn('2001:db8:2::1', 'sipho')).toMatchObject({ status: 200 });
});

it('PROMISE 13: a network that tries many passwords at once keeps nobody else waiting', async () => {
  await withRealCost(() => createUser(office.database, { username: 'thandi', password }));
  const flood = Array.from({ length: 60 }, (_, index) =>
    signIn('192.0.2.9', 'thandi', `guess ${index}`),
  );
  expect(await signIn('203.0.113.1', 'sipho')).toMatchObject({ status: 200 });
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(40);
});

it('does not count successful sign-ins', async () => {
  for (let time = 0; time < 15; time += 1) {
    expect((await signIn('192.0.2.4', 'sipho')).status).toBe(200);
  }
  expect(await signIn('192.0.2.4', 'sipho', 'wrong')).toMatchObject({ status: 401 });
});
