import { expect, it } from 'vitest';

import { findSubmission } from '#storage/submissions.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { settingsFor, startSmtpDouble } from '#support/smtp-double.ts';
import { createTestWorker, submit } from '#support/test-worker.ts';
import { waitFor } from '#support/wait-for.ts';

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(async () => {
  const created = await createTestWorker({
    ...settingsFor(smtp),
    ACKNOWLEDGEMENTS_PER_HOUR: '8',
    STAFF_EMAILS_PER_HOUR: '1000',
  });
  await created.start();
  return created;
});

const settled = (id: string) =>
  waitFor('it is settled', async () => {
    const state = (await findSubmission(worker.database, id))?.notifications.acknowledgement;
    return state && state.status !== 'pending' && state;
  });

it('repeats nothing that was typed, and comes from our own address with a null sender', async () => {
  const typed = { firstName: 'Typed', lastName: 'Words', message: 'Typed into the message.' };
  const id = await submit(worker.queues, { ...typed, email: 'first@example.org' });
  await settled(id);
  const email = smtp.accepted.find(({ to }) => to.includes('first@example.org'));
  expect(email?.from).toBe('');
  expect(email?.mail.from?.address).toBe('office@example.co.za');
  expect(email?.raw).not.toContain('Typed');
});

it('sends at most three a day to one mailbox, in any spelling', async () => {
  const spellings = ['one.two@gmail.com', 'onetwo+a@gmail.com', 'OneTwo@googlemail.com'];
  for (const email of spellings) {
    expect(await settled(await submit(worker.queues, { email }))).toMatchObject({ status: 'sent' });
  }
  const fourth = await settled(await submit(worker.queues, { email: 'o.n.e.t.w.o@gmail.com' }));
  expect(fourth).toMatchObject({
    status: 'withheld',
    reason: 'the mailbox had already received 3 in a day',
  });
  expect(await worker.redis.keys('*gmail*')).toEqual([]);
});

it('sends at most the hourly number in all', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => submit(worker.queues)));
  const states = await Promise.all(ids.map(settled));
  const withheld = states.filter(({ status }) => status === 'withheld');
  expect(withheld.length).toBeGreaterThanOrEqual(3);
  expect(withheld[0]?.reason).toBe('too many had been sent in an hour');
});
