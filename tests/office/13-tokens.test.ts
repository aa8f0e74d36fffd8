import { beforeAll, describe, expect, it } from 'vitest';

import { contactSubmissionsPath } from '#contract/api.ts';
import { hashToken } from '#storage/sessions.ts';
import { createUser, changeUser } from '#storage/users.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { manageHandlers } from '../../office/accounts/manage.server.ts';
import type { TaskContext } from '../../office/server/task.ts';
import { password, send, sessionOf, startOfficeUnderTest } from './office-under-test.ts';

const office = forAllTests(() => startOfficeUnderTest({ STAFF_LOGIN_ATTEMPTS: '1000' }));

beforeAll(async () => {
  await createUser(office.database, { username: 'an-officer', password, role: 'officer' });
});

function get(authorization?: string, path = ''): Promise<Response> {
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  return fetch(`${office.url}${contactSubmissionsPath}${path}`, { headers });
}

const tokenOf = (userId: string) => office.database.tokens.findOne({ userId }).lean().orFail();

async function status(token: string): Promise<number> {
  return (await get(`Bearer ${token}`)).status;
}

/** What the commands of an officer know. */
const asOfficer = () =>
  ({
    ...{ actor: 'cli:root/an-officer', role: 'officer' },
    database: () => Promise.resolve(office.database),
  }) as unknown as TaskContext;

/** Creates an account with a token. */
async function createHolder(username: string) {
  const { id } = await createUser(office.database, { username, password });
  const wanted = { username, name: 'A script', scope: 'read', days: 90 } as const;
  const { token } = await manageHandlers['token.add'](asOfficer(), wanted);
  return { id, token };
}

it('PROMISE 13: the API for scripts accepts no password, and says what to use instead', async () => {
  for (const secret of [password, 'wrong']) {
    const basic = `Basic ${Buffer.from(`naledi:${secret}`).toString('base64')}`;
    const response = await get(basic);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Enquiries"');
    expect(await response.text()).toBe(
      'Please send an access token as Authorization: Bearer TOKEN. Passwords are not accepted.',
    );
  }
});

describe('PROMISE 13: an access token', () => {
  it('reads enquiries for its owner, and is stored only as a hash', async () => {
    const { token } = await createHolder('lerato');
    expect(token).toMatch(/^ao_[\w-]{43}$/);
    expect(await status(token)).toBe(200);
    expect((await get(`bearer ${token}`)).status).toBe(200);
    const [record] = await office.database.audit.read({ limit: 1, action: 'enquiry.list' });
    expect(record?.actor).toBe('lerato');
    expect(JSON.stringify(await office.database.tokens.find().lean())).not.toContain(token);
    const listed = JSON.stringify(await manageHandlers['token.list'](asOfficer(), {}));
    expect(listed).toContain('"username":"lerato"');
    expect(listed).not.toContain(hashToken(token));
  });

  it.each(['', '?q=x', '/4b3f9d52-9c5b-4f6a-8d5e-0f5a3b1c2d3e', '/unknown'])(
    'is required for the path %j',
    async (path) => {
      for (const header of [undefined, 'Bearer', 'Bearer abc', `Bearer ao_${'a'.repeat(43)}`]) {
        const response = await get(header, path);
        expect(response.status).toBe(401);
        expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="Enquiries"/);
      }
    },
  );

  it('is not accepted where a session is required', async () => {
    const { token } = await createHolder('pumla');
    const headers = { Authorization: `Bearer ${token}` };
    for (const name of ['enquiry.list', 'account.list', 'account.names'] as const) {
      expect((await send(office, name, { headers })).status).toBe(401);
    }
  });

  it("immediately reflects the state and the role of its owner's account", async () => {
    const { token } = await createHolder('board');
    const change = (rights: { disabled: boolean } | { role: 'ops' }) =>
      changeUser(office.database, { username: 'board' }, rights);
    await change({ disabled: true });
    expect(await status(token)).toBe(401);
    await change({ disabled: false });
    expect(await status(token)).toBe(200);
    await change({ role: 'ops' });
    const response = await get(`Bearer ${token}`);
    expect(response.status).toBe(403);
    expect(await response.text()).toBe('Your account does not have permission to read enquiries.');
  });

  it('expires on the chosen day', async () => {
    const { token } = await createHolder('zanele');
    const _id = hashToken(token);
    const accessToken = await office.database.tokens.findById(_id).lean();
    expect(Number(accessToken?.expiresAt) - Number(accessToken?.createdAt)).toBe(90 * 86_400_000);
    await office.database.tokens.updateOne({ _id }, { $set: { expiresAt: new Date() } });
    expect(await status(token)).toBe(401);
  });

  it('shows its last use', async () => {
    const { id, token } = await createHolder('thabo');
    const used = async () => (await tokenOf(id)).lastUsedAt;
    expect(await used()).toBeUndefined();
    await status(token);
    expect(Number(await used())).toBeGreaterThan(Date.now() - 10_000);
  });

  it('is made and revoked only by commands, which are recorded', async () => {
    const { id, token } = await createHolder('nomsa');
    const { publicId } = await tokenOf(id);
    const cookie = await sessionOf(office.database, 'an-officer');
    const body = { id: publicId };
    expect((await send(office, 'token.revoke' as 'account.link', { cookie, body })).status).toBe(
      404,
    );
    expect(await status(token)).toBe(200);
    await manageHandlers['token.revoke'](asOfficer(), { id: publicId });
    expect(await status(token)).toBe(401);
    const [record] = await office.database.audit.read({ limit: 1, action: 'token.revoke' });
    const actor = 'cli:root/an-officer';
    expect(record).toMatchObject({ actor, subject: { ids: ['nomsa'] } });
  });
});

it('accepts only GET requests for enquiries', async () => {
  const { token } = await createHolder('kabelo');
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const response = await fetch(`${office.url}${contactSubmissionsPath}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain('GET');
  }
});

it("accepts a browser's session instead of a token", async () => {
  const cookie = await sessionOf(office.database, 'naledi');
  const headers = { Cookie: cookie };
  expect((await fetch(`${office.url}${contactSubmissionsPath}`, { headers })).status).toBe(200);
});

it('logs no usernames, passwords or tokens', () => {
  expect(office.log()).toContain('"route":"/api/contact-submissions"');
  expect(office.log()).not.toMatch(/naledi|nobody|marula|authorization|ao_/i);
});
