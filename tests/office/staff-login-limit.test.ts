import { expect, it } from 'vitest';

import { createUser } from '../../storage/users.ts';
import { password, signIn, startOfficeUnderTest } from './office-under-test.ts';
import { forEachTest } from '../../testing/for-all-tests.ts';

const office = forEachTest(() =>
  startOfficeUnderTest({
    STAFF_LOGIN_ATTEMPTS: '3',
    STAFF_LOGIN_WINDOW_SECONDS: '120',
    TRUSTED_PROXY_HOPS: '1',
  }),
);

function attempt(username: string, secret: string, address: string): Promise<Response> {
  const headers = { 'X-Forwarded-For': address, Accept: 'text/plain' };
  return signIn(office, username, { secret, headers });
}

it('refuses an address after a few failures, even with the right password', async () => {
  const statuses = [];
  for (const user of ['naledi', 'nobody', 'somebody', 'anybody']) {
    statuses.push((await attempt(user, 'wrong password', '192.0.2.1')).status);
  }
  expect(statuses).toEqual([401, 401, 401, 429]);
  const refused = await attempt('naledi', password, '192.0.2.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  expect(await refused.text()).toBe('Too many sign-in attempts. Please try again in 2 minutes.');
  expect((await attempt('naledi', password, '192.0.2.2')).status).toBe(200);
});

it('does not let concurrent attempts slip through', async () => {
  // With the real hashing cost, so that all are checked concurrently.
  await createUser(office.database, { username: 'ayanda', password });
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_value, index) => attempt('ayanda', `guess ${index}`, '192.0.2.3')),
  );
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(3);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(5);
});

it('counts the failures of a username across all addresses', async () => {
  for (let count = 0; count < 15; count += 1) {
    const source = `198.51.100.${Math.floor(count / 3)}`;
    expect((await attempt('naledi', `guess ${count}`, source)).status).toBe(401);
  }
  expect((await attempt('Naledi', 'guess', '203.0.113.1')).status).toBe(429);
  expect((await attempt('nobody', 'guess', '203.0.113.1')).status).toBe(401);
});

it('does not count successful logins', async () => {
  for (const user of ['naledi', 'Naledi', 'nAledi', 'naLedi', 'NALEDI']) {
    expect((await attempt(user, password, '192.0.2.4')).status).toBe(200);
  }
  expect((await attempt('naledi', 'wrong', '192.0.2.4')).status).toBe(401);
});
