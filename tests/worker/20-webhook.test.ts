import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

import { markNotification } from '#storage/notifications.ts';
import { findSubmission } from '#storage/submissions.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { storeAccepted } from '#support/own-stores.ts';
import { startTestWorker, submit } from '#support/test-worker.ts';
import { waitFor } from '#support/wait-for.ts';
import { listen } from '../../dev/ports.ts';
import type { CheckContext } from '../../office/checks/check.ts';
import { checkFailedJobs } from '../../office/checks/queues.ts';
import { readWorkerConfig } from '../../worker/config.ts';

const key = Buffer.alloc(32, 7);
const secret = `whsec_${key.toString('base64')}`;

const receiver = forAllTests(async () => {
  const received: { headers: Record<string, string>; body: string }[] = [];
  let status = 503;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(status).end();
    });
  });
  const port = await listen(server);
  return {
    received,
    accept: () => (status = 204),
    url: `http://127.0.0.1:${port}/hook`,
    stop: () => new Promise((closed) => server.close(closed)),
  };
});
const worker = forAllTests(() =>
  startTestWorker({
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SECRET: secret,
    OFFICE_URL: 'https://office.example.co.za',
  }),
);

it('posts a signed webhook, again until it is accepted, with no personal data unasked', async () => {
  const id = await submit(worker.queues);
  await waitFor('it was refused', () => receiver.received.length > 1);
  receiver.accept();
  const stored = await waitFor('it is recorded', async () => {
    const submission = await findSubmission(worker.database, id);
    return submission?.webhook?.status === 'sent' && submission;
  });
  const last = receiver.received.at(-1);
  const { headers, body } = last ?? { headers: {}, body: '' };
  expect(new Set(receiver.received.map((post) => post.headers['webhook-id']))).toEqual(
    new Set([`msg_${id}`]),
  );
  const signed = `msg_${id}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
  const { reference, createdAt } = stored;
  expect(JSON.parse(body)).toEqual({
    type: 'enquiry.created',
    timestamp: createdAt.toISOString(),
    data: {
      reference,
      createdAt: createdAt.toISOString(),
      link: `https://office.example.co.za/ops/enquiries/${reference}`,
    },
  });
});

it('refuses a URL without a valid secret, and unknown fields, in words', () => {
  const WEBHOOK_URL = 'https://hooks.example.org/';
  expect(() => readWorkerConfig({ WEBHOOK_URL })).toThrow('WEBHOOK_SECRET: must be whsec_');
  expect(() => readWorkerConfig({ WEBHOOK_FIELDS: 'reference, age' })).toThrow('WEBHOOK_FIELDS');
});

it('names webhooks that were given up in the checks', async () => {
  const context = {
    database: () => Promise.resolve(worker.database),
    queues: () => Promise.resolve(worker.queues),
  } as Partial<CheckContext> as CheckContext;
  expect(await checkFailedJobs(context)).toMatchObject({ level: 'ok' });
  const id = await storeAccepted(worker.database, { hasWebhook: true });
  const failed = { submissionId: id, kind: 'webhook' } as const;
  await markNotification(worker.database, failed, { status: 'failed', reason: 'http 503' });
  expect(await checkFailedJobs(context)).toMatchObject({
    level: 'warning',
    says: 'Webhooks were refused for a day and given up (http 503). Enquiries: 1.',
  });
});
