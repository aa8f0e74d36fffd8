import { expect, it, onTestFinished } from 'vitest';

import { forAllTests } from '#support/for-all-tests.ts';
import { startDesk } from '#support/office/desk.ts';
import { storeAccepted, storeMarked } from '#support/own-stores.ts';

const desk = forAllTests(startDesk);

it('refuses what needs email while Redis is away, and changes nothing; the rest works', async () => {
  const id = await storeMarked(desk.database);
  onTestFinished(() => desk.proxies.redis.up());
  await desk.proxies.redis.down();
  const changes = [{ id, version: 0, patch: { status: 'released', marked: false } as const }];
  const { refused } = await desk.ask('enquiry.update', { changes });
  expect(refused).toMatchObject([{ id, why: 'Redis is not answering. Please try again later.' }]);
  const reply = await desk.send('enquiry.reply', { id, version: 0, text: 'x', close: false });
  expect(reply.status).toBe(503);
  expect(reply.headers.get('retry-after')).toBe('10');
  expect(await desk.stored(id)).toMatchObject({ marked: true, handling: { version: 0 } });
  await desk.ask('enquiry.note', { id, text: 'Called.' });
  expect((await desk.ask('pulse', { viewing: id })).alsoHere).toEqual([]);
});

// The last test: MongoDB's driver may drop connections once more after it is back.
it('says that enquiries cannot be loaded while MongoDB is away, and recovers', async () => {
  const id = await storeAccepted(desk.database);
  onTestFinished(() => desk.proxies.mongodb.up());
  await desk.proxies.mongodb.down();
  for (const [name, input] of [
    ['enquiry.list', { list: 'new' }],
    ['enquiry.note', { id, text: 'Called.' }],
    ['pulse', {}],
  ] as const) {
    const { status, sentence } = await desk.refusal(name, input);
    expect([status, sentence], name).toEqual([
      503,
      'Enquiries cannot be loaded at the moment. Please try again in 10 seconds.',
    ]);
  }
  await desk.proxies.mongodb.up();
  const list = async () => (await desk.send('enquiry.list', { list: 'new' })).status;
  await expect.poll(list, { timeout: 60_000 }).toBe(200);
});
