import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { createUser, endAccess } from '#storage/users.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { startMongodbFront } from '#support/mongodb-front.ts';
import { createPasskeyDouble } from '#support/office/passkey-double.ts';
import { openDatabase } from '#support/own-stores.ts';
import type { ActionName } from '../../office/api.ts';
import * as officeUnderTest from './office-under-test.ts';
import {
  addPasskey,
  challengeOf,
  cookieOf,
  password,
  signIn,
  startOfficeUnderTest,
} from './office-under-test.ts';

const database = forAllTests(openDatabase);
const mongodb = forAllTests(async () => {
  const front = await startMongodbFront(database.settings.MONGODB_URI);
  return { front, stop: front.close };
});
const office = forAllTests(() =>
  startOfficeUnderTest({
    ...database.settings,
    MONGODB_URI: mongodb.front.uri,
    STAFF_LOGIN_ATTEMPTS: '20',
  }),
);
const ids = { thandi: '', naledi: '' };

beforeEach(async () => {
  await database.users.deleteMany({});
  await database.passkeys.deleteMany({});
  for (const username of ['thandi', 'naledi'] as const) {
    ids[username] = (await createUser(database, { username, password })).id;
  }
});

const send = (name: ActionName, options?: Parameters<typeof officeUnderTest.send>[2]) =>
  officeUnderTest.send(office, name, options);

async function signInBy(device: ReturnType<typeof createPasskeyDouble>): Promise<Response> {
  const response = device.get(await challengeOf(office));
  return send('session.sign-in-by-passkey', { body: { response } });
}

describe('PROMISE 13: a passkey', () => {
  it('signs in, and its use is shown, until it is removed', async () => {
    const device = createPasskeyDouble();
    const first = cookieOf(await signIn(office, 'thandi'));
    expect((await addPasskey(office, first, device)).status).toBe(200);
    const answer = await signInBy(device);
    expect(await answer.json()).toMatchObject({ username: 'thandi' });
    const cookie = cookieOf(answer);
    const shown: unknown = await (await send('passkey.list', { cookie })).json();
    expect(shown).toMatchObject({
      passkeys: [
        {
          name: expect.stringMatching(/^Passkey, .* 20/) as string,
          lastUsedAt: expect.any(String) as string,
        },
      ],
    });
    const passkey = await database.passkeys.findOne({ userId: ids.thandi }).lean().orFail();
    const remove = () => send('passkey.remove', { cookie, body: { id: passkey._id } });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    const refused = await signInBy(device);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []]);
  });

  it('does not sign in a disabled account, nor without the verification of its user', async () => {
    const device = createPasskeyDouble();
    await addPasskey(office, cookieOf(await signIn(office, 'thandi')), device);
    await database.users.updateOne({ username: 'thandi' }, { $set: { disabled: true } });
    expect((await signInBy(device)).status).toBe(401);
    await database.users.updateOne({ username: 'thandi' }, { $set: { disabled: false } });
    expect((await signInBy(device)).status).toBe(200);
  });

  it('that an earlier version stored still signs in', async () => {
    const device = createPasskeyDouble();
    await addPasskey(office, cookieOf(await signIn(office, 'thandi')), device);
    const passkey = await database.passkeys.findOne({ userId: ids.thandi }).lean().orFail();
    const { _id, userId, publicKey, counter, transports, name, createdAt } = passkey;
    await database.passkeys.deleteMany({});
    const earlier = { userId, publicKey, counter, transports, name, createdAt };
    await database.passkeys.collection.insertOne({ _id: _id as never, ...earlier });
    expect((await signInBy(device)).status).toBe(200);
  });

  it('is added only with a new id', async () => {
    const id = Buffer.from('the same passkey');
    const [device, same] = [createPasskeyDouble(undefined, id), createPasskeyDouble(undefined, id)];
    const cookie = cookieOf(await signIn(office, 'thandi'));
    expect((await addPasskey(office, cookie, device)).status).toBe(200);
    const colleague = cookieOf(await signIn(office, 'naledi'));
    expect((await addPasskey(office, colleague, same)).status).toBe(409);
    expect((await signInBy(same)).status).toBe(400);
    expect(await (await signInBy(device)).json()).toMatchObject({ username: 'thandi' });
  });

  it('is added only by the account that requested the challenge, and only once', async () => {
    const cookie = cookieOf(await signIn(office, 'thandi'));
    const colleague = cookieOf(await signIn(office, 'naledi'));
    const device = createPasskeyDouble();
    const forColleague = await challengeOf(office, colleague);
    for (const options of [forColleague, await challengeOf(office)]) {
      const body = { response: device.create(options) };
      expect((await send('passkey.add', { cookie, body })).status).toBe(400);
    }
    const body = { response: device.create(await challengeOf(office, cookie)) };
    expect((await send('passkey.add', { cookie, body })).status).toBe(200);
    expect((await send('passkey.add', { cookie, body })).status).toBe(400);
    const response = device.get(await challengeOf(office));
    const signIns = [1, 2].map(() => send('session.sign-in-by-passkey', { body: { response } }));
    const statuses = (await Promise.all(signIns)).map((answer) => answer.status);
    expect(statuses.toSorted()).toEqual([200, 400]);
  });

  it('may be asked for often: fetching its options is no failed attempt', async () => {
    for (let time = 0; time < 130; time += 1) {
      expect((await send('session.passkey-options')).status).toBe(200);
    }
    expect((await signIn(office, 'thandi')).status).toBe(200);
    expect((await signInBy(createPasskeyDouble())).status).toBe(401);
  });
});

/** Ends the access of thandi just before the desk sends such a command about passkeys. */
function recoverBefore(command: 'insert' | 'update'): void {
  const { answer } = mongodb.front;
  onTestFinished(() => void (mongodb.front.answer = answer));
  mongodb.front.answer = async (asked) => {
    if (asked[command] === 'passkeys') await endAccess(database, ids.thandi);
    return undefined;
  };
}

describe('PROMISE 13: a request that was admitted before an account is recovered', () => {
  it('adds no passkey', async () => {
    const cookie = cookieOf(await signIn(office, 'thandi'));
    recoverBefore('insert');
    const response = await addPasskey(office, cookie);
    expect(response.status).toBe(409);
    expect(await response.text()).toContain('Your session has ended. Nothing was changed.');
    expect(await database.passkeys.countDocuments()).toBe(0);
  });

  it('starts no session with a passkey that is removed', async () => {
    const device = createPasskeyDouble();
    await addPasskey(office, cookieOf(await signIn(office, 'thandi')), device);
    recoverBefore('update');
    const cookie = cookieOf(await signInBy(device));
    expect(await (await send('session.read', { cookie })).json()).toBeNull();
    expect(await database.passkeys.countDocuments()).toBe(0);
  });
});
