import { beforeEach, expect, it, vi } from 'vitest';

import { contactSubmissionsPath } from '../../contract/api.ts';
import { storePassword, changeRights, createUser } from '../../storage/users.ts';
import { verifyPassword } from '../../storage/password.ts';
import { basic, password, startOfficeUnderTest } from './office-under-test.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';

vi.mock('../../storage/password.ts', { spy: true });

const office = forAllTests(() => startOfficeUnderTest({ STAFF_LOGIN_ATTEMPTS: '1000' }));

beforeEach(() => {
  vi.mocked(verifyPassword).mockClear();
});

async function expectRefusal(response: Response): Promise<void> {
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Basic realm="Enquiries", charset="UTF-8"');
  expect(await response.text()).toBe('Please sign in with your username and password.');
}

it.each(['', '?q=x', '/4b3f9d52-9c5b-4f6a-8d5e-0f5a3b1c2d3e', '/unknown'])(
  'refuses users without an account: %j',
  async (path) => {
    await expectRefusal(await office.get(path));
    await expectRefusal(await office.get(path, undefined, '', { Authorization: 'Bearer abc' }));
    expect(verifyPassword).not.toHaveBeenCalled();
  },
);

it('accepts a username in upper or lower case', async () => {
  expect((await office.get('', 'naledi')).status).toBe(200);
  expect((await office.get('', 'Naledi')).status).toBe(200);
});

it('takes the same time and gives the same answer for a wrong user or password', async () => {
  await createUser(office.database, { username: 'ayanda', password });
  await expectRefusal(await office.get('', 'ayanda', 'not the password'));
  await expectRefusal(await office.get('', 'nobody', 'not the password'));
  const [known, unknown] = vi.mocked(verifyPassword).mock.calls.map(([, hash]) => hash);
  const costs = (hash = '') =>
    hash.split('$').map((part, index) => (index < 4 ? part : part.length));
  expect(verifyPassword).toHaveBeenCalledTimes(2);
  expect(costs(unknown)).toEqual(costs(known));
  expect(unknown).not.toBe(known);
});

it('checks a password once, and then caches that it was right', async () => {
  await createUser(office.database, { username: 'lerato', password });
  for (let time = 0; time < 5; time += 1) {
    expect((await office.get('', 'lerato')).status).toBe(200);
  }
  expect(verifyPassword).toHaveBeenCalledTimes(1);
  await expectRefusal(await office.get('', 'lerato', `${password}!`));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect((await office.get('', 'lerato')).status).toBe(200);
  vi.useRealTimers();
  expect(verifyPassword).toHaveBeenCalledTimes(3);
});

it('refuses a disabled user immediately, in the same time', async () => {
  await createUser(office.database, { username: 'sipho', password });
  expect((await office.get('', 'sipho')).status).toBe(200);
  await changeRights(office.database, 'sipho', { disabled: true });
  await expectRefusal(await office.get('', 'sipho'));
  expect(verifyPassword).toHaveBeenCalledTimes(2);
  await changeRights(office.database, 'sipho', { disabled: false });
  expect((await office.get('', 'sipho')).status).toBe(200);
});

it('accepts only the new password immediately after a change', async () => {
  await createUser(office.database, { username: 'zanele', password });
  expect((await office.get('', 'zanele')).status).toBe(200);
  await storePassword(office.database, { username: 'zanele', password: 'Xk3-bregma-loft' });
  await expectRefusal(await office.get('', 'zanele'));
  expect((await office.get('', 'zanele', 'Xk3-bregma-loft')).status).toBe(200);
});

it('shows no enquiries to an account without access to personal data', async () => {
  const user = { username: 'board', password, role: 'ops' as const };
  await createUser(office.database, user);
  const response = await office.get('', 'board');
  expect(response.status).toBe(403);
  expect(await response.text()).toBe('Your account does not have permission to read enquiries.');
});

it('accepts GET only', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const response = await fetch(`${office.url}${contactSubmissionsPath}`, {
      method,
      headers: basic('naledi', password),
    });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain('GET');
  }
});

it('logs neither usernames nor passwords', () => {
  expect(office.log()).toContain('"route":"/api/contact-submissions"');
  expect(office.log()).not.toMatch(/naledi|nobody|marula|authorization/i);
});
