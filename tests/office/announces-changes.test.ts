import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';

import { officeApi } from '../../office/office-api.ts';
import { createSession } from '../../storage/sessions.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { startService } from '../../testing/service.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { ask, sessionOf, startStaffedOffice } from './office-under-test.ts';

const office = forAllTests(startStaffedOffice);

function openEvents(headers: Record<string, string>, url = office.url) {
  const closing = new AbortController();
  let text = '';
  let hasEnded = false;
  const answer = fetch(`${url}${officeApi['enquiry.events'].path}`, {
    headers,
    signal: closing.signal,
  });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of (await answer).body ?? []) text += decoder.decode(chunk);
    hasEnded = true;
  };
  read().catch(() => undefined);
  onTestFinished(() => closing.abort());
  return {
    answer,
    until: (what: RegExp) => waitFor(`an event matches ${what.source}`, () => what.test(text)),
    untilEnd: () => waitFor('the stream ends', () => hasEnded),
    hasEnded: () => hasEnded,
    close: () => closing.abort(),
  };
}

/** Creates a session of a new staff account, which no other test uses. */
async function startSession() {
  const username = `staff-${randomUUID().slice(0, 8)}`;
  const sample = await office.stores.users.findOne({ username: 'staff' }).lean();
  const user = { ...sample, _id: randomUUID(), username };
  await office.stores.users.create(user);
  const { passwordChangedAt = new Date() } = user;
  const account = {
    id: user._id,
    username,
    role: 'staff',
    passwordChangedAt,
  } as const;
  const token = await createSession(office.stores, account, 'A test');
  return { id: user._id, username, token, headers: { Cookie: `__Host-office=${token}` } };
}

it('limits the streams per account and in total, and says what to do', async () => {
  async function refused(headers: Record<string, string>): Promise<void> {
    const events = openEvents({ ...headers, Accept: 'application/json' });
    const { status, headers: answered } = await events.answer;
    expect([status, answered.get('retry-after')]).toEqual([503, '60']);
    await events.until(/"detail":"Too many pages are open\. Close some of them\. Please try/);
  }
  const sessions = await Promise.all(Array.from({ length: 17 }, startSession));
  const headersOf = (index: number) => sessions[index]?.headers ?? { Cookie: '' };
  const [first, last] = [headersOf(0), headersOf(16)];
  const streams: ReturnType<typeof openEvents>[] = [];
  // One account after another, because a busy machine can refuse 200 concurrent requests.
  for (const [index, { headers }] of sessions.entries()) {
    const opened = Array.from({ length: index < 16 ? 12 : 8 }, () => openEvents(headers));
    const answers = await Promise.all(opened.map(({ answer }) => answer));
    expect(answers.map(({ status }) => status)).toEqual(opened.map(() => 200));
    streams.push(...opened);
  }
  await refused(last);
  streams[199]?.close();
  streams[198]?.close();
  await waitFor('another stream is allowed', async () => {
    return (await openEvents(last).answer).status === 200;
  });
  await refused(first);
});

it('does not count streams whose client disconnected before the response', async () => {
  const { headers } = await startSession();
  const { hostname, port } = new URL(office.url);
  const request = `GET ${officeApi['enquiry.events'].path} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${headers.Cookie}\r\n\r\n`;
  for (let count = 0; count < 15; count += 1) {
    const socket = connect(Number(port), hostname, () => {
      socket.write(request, () => socket.destroy());
    });
    await once(socket, 'close');
  }
  const opened = Array.from({ length: 12 }, () => openEvents(headers));
  const answers = await Promise.all(opened.map(({ answer }) => answer));
  expect(answers.map(({ status }) => status)).toEqual(opened.map(() => 200));
});

it('announces the changes that succeeded if another one in the same request fails', async () => {
  const [done, damaged] = [await storeAccepted(office.stores), await storeAccepted(office.stores)];
  await office.stores.submissions.collection.updateOne(
    { _id: damaged as never },
    { $set: { 'handling.notes': 5 } },
  );
  const events = openEvents((await startSession()).headers);
  await events.until(/event: live\ndata: {"live":true}/);
  const items = [done, damaged].map((id) => ({ id, version: 0 }));
  expect((await office.send('enquiry.note', { items, text: 'She called.' })).status).toBe(500);
  await events.until(new RegExp(`event: changed\ndata: {"ids":.*${done}`));
  await office.stores.submissions.deleteOne({ _id: damaged });
});

it('sends the number of new enquiries, even if it is the number that pages had before', async () => {
  const id = await storeAccepted(office.stores);
  const headers = { Cookie: await sessionOf(office.stores, 'lerato') };
  const assign = (version: number) =>
    office.ask('enquiry.assign', { items: [{ id, version }], owner: 'staff' });
  const before = openEvents(headers);
  await before.until(/event: news/);
  await assign(0);
  await before.until(/event: news[^]*event: news/);
  before.close();
  await office.ask('enquiry.undo', { items: [{ id, version: 1 }] });
  // Changes are announced together after a moment, here to no page.
  await sleep(1_000);
  const after = openEvents(headers);
  await after.until(/event: news/);
  await assign(2);
  await after.until(/event: news[^]*event: news/);
  await office.stores.submissions.deleteOne({ _id: id });
});

it('announces changes in every process, and removes the readers of a killed process', async () => {
  const { settings } = office.stores;
  const { url, kill } = await startService('office', settings);
  onTestFinished(() => kill());
  const other = { url, database: office.stores };
  const id = await storeAccepted(office.stores);
  const { headers } = await startSession();
  const [here, there] = [openEvents(headers), openEvents(headers, other.url)];
  const live = /event: live\ndata: {"live":true}/;
  await Promise.all([here.until(live), there.until(live)]);
  const changed = new RegExp(`event: changed\ndata: {"ids":.*${id}`);
  const assign = (version: number) => ({
    items: [{ id, version }],
    owner: 'staff',
  });
  await ask(other, 'staff', 'enquiry.assign', assign(0));
  await here.until(changed);
  await office.ask('enquiry.assign', assign(1));
  await there.until(changed);

  expect(await ask(other, 'lerato', 'enquiry.viewing', { id })).toEqual({
    others: [],
    known: true,
  });
  await here.until(new RegExp(`event: reading\ndata: {"id":"${id}","readers":."lerato"`));
  expect(await office.ask('enquiry.viewing', { id })).toEqual({ others: ['lerato'], known: true });
  await there.until(/"readers":\[("lerato","staff"|"staff","lerato")\]/);

  await kill();
  const redis = new Redis(settings.REDIS_URL);
  onTestFinished(() => redis.disconnect());
  const key = `${settings.QUEUE_PREFIX}:office:readers:${id}`;
  const until = Number(await redis.zscore(key, 'lerato'));
  expect(until - Date.now()).toBeLessThanOrEqual(45_000);
  // Simulates that the 45 seconds have passed.
  await redis.zadd(key, Date.now() - 1, 'lerato');
  expect(await office.ask('enquiry.viewing', { id })).toEqual({ others: [], known: true });
  await office.ask('enquiry.close', { items: [{ id, version: 2 }] });
  await here.until(new RegExp(`${changed.source}(.|\n)*${changed.source}`));
});

it('announces changes and readers; without Redis, still shows and closes enquiries', async () => {
  const id = await storeAccepted(office.stores);
  const events = openEvents({ Cookie: await sessionOf(office.stores, 'lerato') });
  await events.until(/event: live\ndata: {"live":true}/);
  await office.ask('enquiry.assign', { items: [{ id, version: 0 }], owner: 'staff' });
  await events.until(new RegExp(`event: changed\ndata: {"ids":.*${id}`));
  // A page that was sent before the change, but connects later, must still learn of the change.
  const later = openEvents({ Cookie: await sessionOf(office.stores, 'lerato') });
  await later.until(new RegExp(`event: changed\ndata: {"ids":.*${id}`));
  later.close();
  expect(await office.ask('enquiry.viewing', { id })).toEqual({ others: [], known: true });
  await events.until(new RegExp(`event: reading\ndata: {"id":"${id}","readers":."staff"`));
  expect(await office.ask('enquiry.viewing', { id }, 'lerato')).toEqual({
    others: ['staff'],
    known: true,
  });
  await office.ask('enquiry.viewing', { id, leaving: true });
  expect(await office.ask('enquiry.viewing', { id }, 'lerato')).toEqual({
    others: [],
    known: true,
  });

  onTestFinished(() => office.proxies.redis.up());
  await office.proxies.redis.down();
  await events.until(/event: live\ndata: {"live":false}/);
  expect((await office.ask('enquiry.list', { tab: 'in-progress' })).rows).toMatchObject([{ id }]);
  expect((await office.ask('enquiry.open', { name: id })).handling.owner).toBe('staff');
  expect((await office.ask('enquiry.close', { items: [{ id, version: 1 }] })).done).toHaveLength(1);
  expect(await office.ask('enquiry.viewing', { id })).toEqual({ others: [], known: false });
  const seen = { items: [{ id, version: 2 }] };
  expect((await office.send('enquiry.spam', seen, 'staff')).status).toBe(200);
  const spam = { items: [{ id, version: 3 }] };
  expect((await office.send('enquiry.not-spam', spam, 'staff')).status).toBe(503);
  events.close();
});
