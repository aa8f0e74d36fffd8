import { beforeEach, expect, it } from 'vitest';

import { createUser, changeUser } from '#storage/users.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { settingsFor, startSmtpDouble } from '#support/smtp-double.ts';
import { createTestWorker } from '#support/test-worker.ts';
import { waitFor } from '#support/wait-for.ts';

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(async () => {
  const created = await createTestWorker({
    ...settingsFor(smtp),
    OFFICE_URL: 'https://office.example',
    SWEEP_EVERY_SECONDS: '1',
  });
  await createUser(created.database, { username: 'naledi', password: 'marula branch teapot' });
  await created.start();
  return created;
});
const to = 'naledi@example.co.za';
const change = 'Your password was changed';

beforeEach(() => {
  smtp.accepted.length = 0;
  smtp.answers.recipient = () => undefined;
});

const notice = () =>
  changeUser(worker.database, { username: 'naledi' }, {}, { to, change, at: new Date() });

const left = async () =>
  (await worker.database.users.findOne({ username: 'naledi' }).lean().orFail()).notices.length;

it('PROMISE 13: emails the owner of an account once about each change', async () => {
  // The second change is made while the email about the first is being sent.
  smtp.answers.message = async () => {
    smtp.answers.message = () => undefined;
    await notice();
    return undefined;
  };
  await notice();
  await waitFor('an empty outbox', async () => (await left()) === 0);
  expect(smtp.accepted.map((email) => email.to)).toEqual([[to], [to]]);
  expect(smtp.accepted[0]?.mail).toMatchObject({ subject: change });
  expect(smtp.accepted[0]?.mail.text).toContain('https://office.example/ops/account');
});

it('PROMISE 13: keeps trying while the mail server refuses for now', async () => {
  smtp.answers.recipient = () => 451;
  smtp.asked.length = 0;
  await notice();
  await waitFor('two attempts', () => smtp.asked.length >= 2);
  expect(await left()).toBe(1);
  smtp.answers.recipient = () => undefined;
  await waitFor('an empty outbox', async () => (await left()) === 0);
  expect(smtp.accepted).toHaveLength(1);
});

it('PROMISE 13: gives up if the address does not exist', async () => {
  smtp.answers.recipient = () => 550;
  await notice();
  await waitFor('an empty outbox', async () => (await left()) === 0);
  expect(smtp.accepted).toEqual([]);
});
