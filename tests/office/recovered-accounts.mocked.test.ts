import { beforeEach, describe, expect, it, vi } from 'vitest';

import { recoverAccess } from '../../office/features/accounts/access.server.ts';
import { hasPasskey, listPasskeys, notePasskeyUse, storePasskey } from '../../storage/passkeys.ts';
import type * as passkeyStorage from '../../storage/passkeys.ts';
import { findSession, hashToken } from '../../storage/sessions.ts';
import type * as sessionStorage from '../../storage/sessions.ts';
import { createAccessToken, listTokens, revokeTokens } from '../../storage/tokens.ts';
import type * as tokenStorage from '../../storage/tokens.ts';
import { findUser, storeDetails, storeLink } from '../../storage/users.ts';
import type * as userStorage from '../../storage/users.ts';
import { createCheapUser } from '../../testing/accounts.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createPasskeyDouble } from '../../testing/office/passkey-double.ts';
import {
  addPasskey,
  cookieOf,
  password,
  send,
  signIn,
  signInBy,
  startOfficeUnderTest,
} from './office-under-test.ts';

// Mocks only the functions that a test intercepts: the modules also export schemas, which Vitest
// cannot spy on.
vi.mock('../../storage/passkeys.ts', async (load) => {
  const real = await load<typeof passkeyStorage>();
  const { storePasskey, notePasskeyUse } = real;
  return { ...real, storePasskey: vi.fn(storePasskey), notePasskeyUse: vi.fn(notePasskeyUse) };
});
vi.mock('../../storage/tokens.ts', async (load) => {
  const real = await load<typeof tokenStorage>();
  const { createAccessToken, revokeTokens } = real;
  return {
    ...real,
    createAccessToken: vi.fn(createAccessToken),
    revokeTokens: vi.fn(revokeTokens),
  };
});
vi.mock('../../storage/sessions.ts', async (load) => {
  const real = await load<typeof sessionStorage>();
  return { ...real, findSession: vi.fn(real.findSession) };
});
vi.mock('../../storage/users.ts', async (load) => {
  const real = await load<typeof userStorage>();
  return { ...real, storeDetails: vi.fn(real.storeDetails) };
});

const office = forAllTests(() => startOfficeUnderTest({ STAFF_LOGIN_ATTEMPTS: '100' }));
const ids = { thandi: '', naledi: '' };

beforeEach(async () => {
  await office.database.users.deleteMany({});
  await office.database.passkeys.deleteMany({});
  for (const username of ['thandi', 'naledi'] as const) {
    const { id } = await createCheapUser(office.database, { username, password });
    ids[username] = id;
  }
});

/** Recovers an account just before a storage function runs. */
function recoverBefore<Result>(work: (...args: never[]) => Promise<Result>, id: string): void {
  vi.mocked(work).mockImplementationOnce(async (...args) => {
    await recoverAccess(office.database, id);
    return work(...args);
  });
}

describe('a request that was admitted before an account is recovered', () => {
  it('adds no passkey', async () => {
    const cookie = cookieOf(await signIn(office, 'thandi'));
    recoverBefore(storePasskey, ids.thandi);
    const response = await addPasskey(office, cookie);
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining('Your session has ended. Nothing was changed.'),
    ]);
    expect(await listPasskeys(office.database, ids.thandi)).toEqual([]);
  });

  it('adds no token', async () => {
    const cookie = cookieOf(await signIn(office, 'naledi'));
    recoverBefore(createAccessToken, ids.naledi);
    const body = { name: 'Script', scope: 'read', days: 1 };
    expect((await send(office, 'token.add', { cookie, body })).status).toBe(409);
    expect(await listTokens(office.database, ids.naledi)).toEqual([]);
  });

  it('does not change the name or the email address', async () => {
    await storeDetails(office.database, 'naledi', { name: 'Naledi M.' });
    const cookie = cookieOf(await signIn(office, 'naledi'));
    recoverBefore(storeDetails, ids.naledi);
    const body = { name: 'Naledi', email: 'thief@example.org' };
    expect((await send(office, 'account.details', { cookie, body })).status).toBe(409);
    const after = await findUser(office.database, ids.naledi);
    expect([after?.name, after?.email]).toEqual(['Naledi M.', '']);
  });

  it('starts no session with a passkey that is removed', async () => {
    const device = createPasskeyDouble();
    await addPasskey(office, cookieOf(await signIn(office, 'thandi')), { device });
    recoverBefore(notePasskeyUse, ids.thandi);
    const response = await signInBy(office, device);
    expect([response.status, response.headers.getSetCookie()]).toEqual([401, []]);
    expect(await hasPasskey(office.database, ids.thandi)).toBe(false);
    expect(await office.database.sessions.countDocuments({ userId: ids.thandi })).toBe(0);
  });

  it('leaves no session if the account was disabled in the meantime', async () => {
    vi.mocked(findSession).mockResolvedValueOnce(undefined);
    expect((await signIn(office, 'naledi')).status).toBe(401);
    expect(await office.database.sessions.countDocuments({ userId: ids.naledi })).toBe(0);
  });
});

describe('if MongoDB fails while access is removed', () => {
  beforeEach(async () => {
    const token = { userId: ids.naledi, name: 'Script', scope: 'read', days: 1 } as const;
    await createAccessToken(office.database, token);
    const failure = Object.assign(new Error('connection closed'), { name: 'MongoNetworkError' });
    vi.mocked(revokeTokens).mockRejectedValueOnce(failure);
  });

  it('a link can be used again, and then removes everything', async () => {
    const token = 'a'.repeat(43);
    const link = { tokenHash: hashToken(token), expiresAt: new Date(Date.now() + 60_000) };
    await storeLink(office.database, 'naledi', link);
    const use = async () =>
      (await send(office, 'link.use', { body: { token, password: 'Xk3-bregma-loft' } })).status;
    expect([await use(), await use()]).toEqual([503, 200]);
    expect(await listTokens(office.database, ids.naledi)).toEqual([]);
  });

  it('a disabled account has no access when it is enabled again', async () => {
    await createCheapUser(office.database, { username: 'officer', password, role: 'officer' });
    const cookie = cookieOf(await signIn(office, 'officer'));
    const change = async (disabled: boolean) => {
      const body = { id: ids.naledi, disabled, seen: { disabled: !disabled } };
      return (await send(office, 'account.change', { cookie, body })).status;
    };
    expect([await change(true), await change(false)]).toEqual([503, 200]);
    expect(await listTokens(office.database, ids.naledi)).toEqual([]);
  });
});
