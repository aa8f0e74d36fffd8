import { expect, it } from 'vitest';

import { firm } from '../firm/firm.ts';
import { readWorkerConfig } from './config.ts';

it('works without any settings: emails are written to files', () => {
  expect(readWorkerConfig({})).toMatchObject({
    mongodbUri: 'mongodb://127.0.0.1:27017/enquiries',
    redisUrl: 'redis://127.0.0.1:6379',
    port: 3002,
    company: { retentionMonths: 24 },
    mail: {
      from: { name: firm.name, address: firm.email },
      staff: [{ address: firm.email }],
      smtpUrl: undefined,
      outboxDir: '.data/outbox',
    },
    sweep: { every: 60_000, after: 600_000 },
  });
});

it('requires the addresses of sender and staff if email is sent', () => {
  const read = () => readWorkerConfig({ SMTP_URL: 'smtp://mail.example' });
  expect(read).toThrow(/MAIL_FROM: must be set with SMTP_URL\n {2}MAIL_STAFF: must be set/);
});

it('requires a mail server or an explicit outbox in production', () => {
  const production = { NODE_ENV: 'production' };
  expect(() => readWorkerConfig(production)).toThrow(/SMTP_URL: must be set in production/);
  expect(() => readWorkerConfig({ ...production, OUTBOX_DIR: '' })).toThrow(/SMTP_URL: /);
  const OUTBOX_DIR = '/var/lib/enquiries/outbox';
  expect(readWorkerConfig({ ...production, OUTBOX_DIR }).mail).toMatchObject({
    smtpUrl: undefined,
    outboxDir: OUTBOX_DIR,
  });
  const SMTP_URL = 'smtp://mail.example';
  const addresses = { MAIL_FROM: 'office@example.co.za', MAIL_STAFF: 'desk@example.co.za' };
  expect(readWorkerConfig({ ...production, SMTP_URL, ...addresses }).mail.smtpUrl).toBe(SMTP_URL);
});

it('names every invalid setting without its value', () => {
  const read = () =>
    readWorkerConfig({
      MONGODB_URI: 'http://MARKED',
      MAIL_FROM: 'MARKED',
      RETENTION_MONTHS: 'MARKED',
      WORKER_CONCURRENCY: '0',
    });
  expect(read).toThrow(/MONGODB_URI: [^]*WORKER_CONCURRENCY: [^]*MAIL_FROM: /);
  expect(read).toThrow(/RETENTION_MONTHS: /);
  expect(read).not.toThrow(/MARKED/);
});

it.each(['SWEEP_EVERY_SECONDS', 'WATCHDOG_AFTER_SECONDS'])(
  'requires %s to be from one second to one day',
  (name) => {
    for (const value of ['0.0001', '0', '-1', '86401', '2592000', 'Infinity', 'soon']) {
      const read = () => readWorkerConfig({ [name]: value });
      expect(read).toThrow(`${name}: must be a number of seconds from 1 to 86400`);
    }
    expect(() => readWorkerConfig({ [name]: '86400' })).not.toThrow();
  },
);

it('sends the digest unless DIGEST_AT is never, whether or not there is an enquiries desk', () => {
  expect(readWorkerConfig({}).digest.at).toBe('07:30');
  expect(readWorkerConfig({ OFFICE: 'off' }).digest.at).toBe('07:30');
  expect(readWorkerConfig({ DIGEST_AT: 'never' }).digest.at).toBeUndefined();
});
