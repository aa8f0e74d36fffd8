import { Redis } from 'ioredis';
import { beforeAll, expect, it } from 'vitest';

import { referenceOf } from '../../../contract/reference.ts';
import {
  emailCounterName,
  emailCounterPrefix,
  emailCounters,
} from '../../../contract/email-counters.ts';
import { PRIVACY_NOTICE_VERSION } from '../../../firm/firm.ts';
import { createInstallationSecret } from '../../../platform/installation-secret.ts';
import { forAllTests } from '../../../testing/for-all-tests.ts';
import { startTestWorker, submit } from '../../../testing/test-worker.ts';
import { plainEnquiry } from '../../../testing/enquiry.ts';
import { addOfficer, runAsOfficer } from '../../../testing/office/run-staff.ts';
import { untilSent } from '../../../testing/own-stores.ts';

const email = 'subject@example.net';
const worker = forAllTests(() => startTestWorker());

beforeAll(() => addOfficer(worker.database));

interface SubjectExport {
  submissions: { id: string }[];
  jobs: { queue: string; id: string; data: { form: object } }[];
  mails: { file: string; content: string }[];
  keys: string[];
  mentionedIn: string[];
}

/**
 * Creates the counter of enquiries from the address. Resolves to the Redis keys of this counter and
 * of the counter of acknowledgements.
 */
async function count(): Promise<string[]> {
  const redis = new Redis(worker.settings.REDIS_URL);
  const prefix = worker.settings.QUEUE_PREFIX;
  const secret = createInstallationSecret(redis, { prefix });
  const keys: string[] = [];
  for (const counter of emailCounters) {
    const key = await secret.keyFor(counter);
    if (!key) throw new Error('Redis does not answer.');
    const name = emailCounterName(key, 'Subject@example.net');
    // The worker's limiter ends the name of its key with `:count`.
    const end = counter === 'acknowledged' ? ':count' : '';
    keys.push(`${emailCounterPrefix(prefix, counter)}:${name}${end}`);
  }
  await redis.set(keys[0] ?? '', 1);
  redis.disconnect();
  return keys;
}

it('writes everything about a person, and nothing about others', async () => {
  const stored = await submit(worker.queues, { email: 'Subject@Example.net' });
  const mention = await submit(worker.queues, { message: `Ask ${email} about our rules.` });
  await submit(worker.queues, { email: `other-${email}`, message: 'Another person writes.' });
  for (const id of [stored, mention]) await untilSent(worker.database, id);
  await worker.queues.submissions.pause();
  const waiting = await submit(worker.queues, { email, message: 'It waits in the queue.' });

  const counters = await count();
  const { code, out, notes } = await runAsOfficer(
    ['submissions', 'subject-export', '--email', email],
    worker.settings,
  );
  expect(code).toBe(0);
  expect(notes).toMatch(
    /^1 enquiry, 1 queued job, \d+ rate-limit records and 2 emails in the outbox\.\n$/,
  );
  const everything = JSON.parse(out) as SubjectExport;
  expect(everything.submissions).toEqual([
    expect.objectContaining({
      ...plainEnquiry,
      email: 'Subject@Example.net',
      id: stored,
      reference: referenceOf(stored),
      noticeVersion: PRIVACY_NOTICE_VERSION,
      status: 'accepted',
      createdAt: expect.any(String) as string,
      expiresAt: expect.any(String) as string,
    }),
  ]);
  expect(everything.jobs).toEqual([
    {
      queue: 'submissions',
      id: waiting,
      data: expect.objectContaining({
        form: { ...plainEnquiry, email, message: 'It waits in the queue.' },
      }) as object,
    },
  ]);
  expect([...everything.keys].sort()).toEqual([...counters].sort());
  expect(everything.mails).toHaveLength(2);
  expect(everything.mails.every(({ file }) => file.includes(stored))).toBe(true);
  expect(everything.mails.every(({ content }) => /subject@example\.net/i.test(content))).toBe(true);
  expect(everything.mentionedIn).toEqual([referenceOf(mention)]);
  expect(out).not.toContain('Another person');

  const [record] = await worker.database.audit.read({ limit: 1 });
  expect(record?.action).toBe('person.export');
  expect([...(record?.subject.ids ?? [])].sort()).toEqual([stored, waiting].sort());
  expect(JSON.stringify(record)).not.toMatch(/subject@|example/i);
});

it('lists a job whose data is not valid JSON but contains the address', async () => {
  const { submissions } = worker.queues;
  await submissions.pause();
  const id = await submit(worker.queues, { message: 'It is about to be torn.' });
  await worker.redis.hset(submissions.toKey(id), 'data', `{"form":{"email":"torn@example.net"`);
  const { code, out } = await runAsOfficer(
    ['submissions', 'subject-export', '--email', 'torn@example.net'],
    worker.settings,
  );
  expect(code).toBe(0);
  expect((JSON.parse(out) as SubjectExport).mentionedIn).toEqual([id]);
});
