import { expect, it } from 'vitest';

import { createUser } from '../../storage/users.ts';
import { password, startOfficeUnderTest } from './office-under-test.ts';
import { forEachTest } from '../../testing/for-all-tests.ts';

const office = forEachTest(() =>
  startOfficeUnderTest({
    STAFF_LOGIN_ATTEMPTS: '3',
    STAFF_LOGIN_WINDOW_SECONDS: '120',
    TRUSTED_PROXY_HOPS: '1',
  }),
);

function from(address: string): object {
  return { 'X-Forwarded-For': address };
}

it('refuses an address after a few failures, even with the right password', async () => {
  const statuses = [];
  for (const user of ['naledi', 'nobody', 'somebody', 'anybody']) {
    statuses.push((await office.get('', user, 'wrong password', from('192.0.2.1'))).status);
  }
  expect(statuses).toEqual([401, 401, 401, 429]);
  const refused = await office.get('', 'naledi', undefined, from('192.0.2.1'));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  expect(await refused.text()).toBe('Too many sign-in attempts. Please try again in 2 minutes.');
  expect((await office.get('', 'naledi', undefined, from('192.0.2.2'))).status).toBe(200);
});

it('does not let concurrent attempts slip through', async () => {
  // With the real hashing cost, so that all are checked concurrently.
  await createUser(office.database, { username: 'ayanda', password });
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_value, index) =>
      office.get('', 'ayanda', `guess ${index}`, from('192.0.2.3')),
    ),
  );
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(3);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(5);
});

it('counts the failures of a username across all addresses', async () => {
  for (let attempt = 0; attempt < 15; attempt += 1) {
    const source = from(`198.51.100.${Math.floor(attempt / 3)}`);
    expect((await office.get('', 'naledi', `guess ${attempt}`, source)).status).toBe(401);
  }
  const source = from('203.0.113.1');
  expect((await office.get('', 'Naledi', 'guess', source)).status).toBe(429);
  expect((await office.get('', 'nobody', 'guess', source)).status).toBe(401);
});

it('does not count successful logins', async () => {
  // Each spelling of the username is a separate login, which is not cached.
  for (const user of ['naledi', 'Naledi', 'nAledi', 'naLedi', 'NALEDI']) {
    expect((await office.get('', user, undefined, from('192.0.2.4'))).status).toBe(200);
  }
  expect((await office.get('', 'naledi', 'wrong', from('192.0.2.4'))).status).toBe(401);
});
