import { expect, it, onTestFinished } from 'vitest';

import { startApiUnderTest } from '#support/api-under-test.ts';
import { createUniqueEnquiry } from '#support/enquiry.ts';
import { startDesk } from '#support/office/desk.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { storeAccepted } from '#support/own-stores.ts';

const office = forAllTests(startDesk);
const screening = { score: 9, reasons: ['It was sent too fast.'], verdict: 'hidden' as const };

it('marks enquiries as spam, with the reason, while their domain is blocked', async () => {
  const { REDIS_URL, QUEUE_PREFIX } = office.database.settings;
  const enquiry = await storeAccepted(office.database, { screening });
  const screened = async () => {
    const api = await startApiUnderTest({ REDIS_URL, QUEUE_PREFIX });
    await api.post(createUniqueEnquiry({ email: 'max@mail.casino.example' }));
    const [job] = await api.jobs();
    await api.forget(job?.id ?? '');
    await api.stopApi();
    return job?.data.screening;
  };
  expect(await office.ask('block-list.read')).toEqual({ entries: [] });
  const added = { value: 'https://Casino.example/win', isBlocked: true, enquiry };
  await office.ask('block-list.change', added);
  expect(await screened()).toMatchObject({
    verdict: 'hidden',
    reasons: expect.arrayContaining(['comes from the blocked domain casino.example']) as string[],
  });
  const { entries } = await office.ask('block-list.read');
  expect(entries).toMatchObject([{ value: 'casino.example', addedBy: 'staff' }]);
  await office.ask('block-list.change', { value: 'casino.example', isBlocked: false, enquiry });
  expect(await screened()).toMatchObject({ verdict: 'clean' });
  const { history } = await office.ask('enquiry.read', { name: enquiry });
  expect(history.map(({ words }) => words)).toEqual(
    expect.arrayContaining(['blocked casino.example', 'unblocked casino.example']),
  );
});

it('says why the block list refuses an entry, and lists no entry twice', async () => {
  const change = (value: string, isBlocked = true) =>
    office.send('block-list.change', { value, isBlocked });
  const refusal = async (value: string) => {
    const response = await change(value);
    return [response.status, await response.text()];
  };
  expect(await refusal('gmail.com')).toEqual([400, expect.stringContaining('many people')]);
  expect(await refusal('kind regards')).toEqual([400, expect.stringContaining('distinctive')]);
  expect(await refusal('example.co.za')).toEqual([400, expect.stringContaining('our own domain')]);
  for (const value of ['Max@Gmail.com', 'Guest posting', 'guest  posting']) {
    expect((await change(value)).status).toBe(200);
  }
  const listed = async () =>
    (await office.ask('block-list.read')).entries.map(({ value }) => value);
  expect(new Set(await listed())).toEqual(new Set(['max@gmail.com', 'guest posting']));
  for (const value of await listed()) await change(value, false);
  expect(await listed()).toEqual([]);
});

it('can block a domain while Redis is down, because the worker copies the list later', async () => {
  onTestFinished(() => office.proxies.redis.up());
  await office.proxies.redis.down();
  await office.ask('block-list.change', { value: 'loans.example', isBlocked: true });
  expect((await office.ask('block-list.read')).entries).toMatchObject([{ value: 'loans.example' }]);
});
