import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { mailServerOf } from '../../platform/mailbox.ts';
import { startSmtpDouble } from '../../testing/smtp-double.ts';
import { checkMail } from './check-mail.ts';
import type { Product } from './finding.ts';

/** A product whose newest worker reports the given mail server. */
function sending(mail: string | undefined, change: Partial<Product>): Product {
  const seen = [
    { service: 'worker', seenAt: 1, mail: 'an.old.one:25' },
    { service: 'api', seenAt: 3 },
    ...(mail ? [{ service: 'worker', seenAt: 2, mail }] : []),
  ].map((process, index) => [index, JSON.stringify(process)]);
  const redis = {
    time: () => Promise.resolve([0, 0]),
    hgetall: () => Promise.resolve(mail ? Object.fromEntries(seen) : {}),
  };
  return { redis: () => Promise.resolve(redis), queuePrefix: '{x}', ...change } as never;
}

async function startMail() {
  const mail = await startSmtpDouble();
  onTestFinished(() => mail.stop());
  return { ...mail, smtpUrl: mail.url.replace('//', '//office:secret@') };
}

it('signs in to the mail server that the worker uses', async () => {
  const { smtpUrl } = await startMail();
  const found = await checkMail(sending(mailServerOf(smtpUrl), { smtpUrl }));
  const latency = expect.any(Number) as number;
  expect(found).toEqual([{ level: 'ok', says: 'The mail server accepts our login.', latency }]);
});

it('names a mail server to which the password is sent in clear text', async () => {
  const { smtpUrl: secret } = await startMail();
  const smtpUrl = `${secret}?ignoreTLS=true`;
  const [found] = await checkMail(sending(mailServerOf(smtpUrl), { smtpUrl }));
  expect(found).toMatchObject({
    level: 'warning',
    says: 'The mail server accepts our login. ignoreTLS=true in SMTP_URL sends the password and all emails unencrypted.',
  });
});

it('says whether the mail server rejects the login or cannot be reached', async () => {
  const { smtpUrl, answers, stop } = await startMail();
  const checkOnce = async () => (await checkMail(sending(mailServerOf(smtpUrl), { smtpUrl })))[0];
  answers.login = () => 535;
  expect(await checkOnce()).toEqual({
    level: 'critical',
    says: 'The mail server is refusing our login (smtp 535). Emails wait for up to a day.',
    remedy:
      'Check the user and password in SMTP_URL. See ‘Email has stopped’ in docs/operations.md.',
  });
  await stop();
  expect((await checkOnce())?.says).toMatch(/^The mail server cannot be reached \(refused\)\./);
});

it('warns if the worker uses a different mail server', async () => {
  const { smtpUrl } = await startMail();
  const [, other] = await checkMail(sending('mail.example.co.za:465', { smtpUrl }));
  expect(other).toMatchObject({ part: 'worker', level: 'warning' });
  expect(other?.says).toContain('The worker sends through mail.example.co.za:465,');
});

it('accepts a writable outbox in development, unless the worker uses a mail server', async () => {
  const outboxDir = await mkdtemp(join(tmpdir(), 'outbox-'));
  onTestFinished(() => rm(outboxDir, { recursive: true }));
  const levelWith = async (change: Partial<Product>, mail?: string) => {
    const [found] = await checkMail(sending(mail, { outboxDir, production: false, ...change }));
    return found?.level;
  };
  expect(await levelWith({})).toBe('ok');
  expect(await levelWith({ production: true }, 'outbox')).toBe('warning');
  expect(await levelWith({ outboxDir: '/dev/null/x' })).toBe('critical');
  expect(await levelWith({}, 'mail.example.co.za:465')).toBe('unknown');
});
