import { expect, it } from 'vitest';

import { referenceOf } from '../../contract/reference.ts';
import { acknowledgedKey } from '../../contract/email-counters.ts';
import { PRIVACY_NOTICE_VERSION } from '../../firm/firm.ts';
import { exportPerson } from '../../office/features/people/find-personal-data.server.ts';
import { createTaskContext } from '../../office/server/task.ts';
import { readCommandConfig } from '../../office/commands/config.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { startTestWorker, submit } from '../../testing/test-worker.ts';
import { plainEnquiry } from '../../testing/enquiry.ts';
import { untilSent } from '../../testing/own-stores.ts';

const email = 'subject@example.net';
const worker = forAllTests(() => startTestWorker());

const tasks = forAllTests(() => {
  const context = createTaskContext(readCommandConfig(worker.settings));
  return { ...context, stop: context.close };
});

/** Everything that an officer exports about a person, as JSON. */
async function exportAll(address: string): Promise<string> {
  const officer = { actor: 'lerato', role: 'officer', authenticatedAt: new Date() } as const;
  return JSON.stringify(await exportPerson({ ...tasks, ...officer }, address));
}

interface SubjectExport {
  submissions: { id: string }[];
  jobs: { queue: string; id: string; data: { form: object } }[];
  mails: { file: string; content: string }[];
  keys: string[];
  mentionedIn: string[];
}

it('writes everything about a person, and nothing about others', async () => {
  const stored = await submit(worker.queues, { email: 'Subject@Example.net' });
  const mention = await submit(worker.queues, { message: `Ask ${email} about our rules.` });
  await submit(worker.queues, { email: `other-${email}`, message: 'Another person writes.' });
  for (const id of [stored, mention]) await untilSent(worker.database, id);
  await worker.queues.submissions.pause();
  const waiting = await submit(worker.queues, { email, message: 'It waits in the queue.' });

  const out = await exportAll(email);
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
  expect(everything.keys).toEqual([
    acknowledgedKey(worker.settings.QUEUE_PREFIX, 'Subject@example.net'),
  ]);
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
  const out = await exportAll('torn@example.net');
  expect((JSON.parse(out) as SubjectExport).mentionedIn).toEqual([id]);
});
