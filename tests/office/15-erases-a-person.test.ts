import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { beforeAll, expect, it } from 'vitest';

import type { ContactAccepted } from '#contract/api.ts';
import { storeSubmissionJob } from '#contract/jobs.ts';
import { acknowledgedKey } from '#contract/email-counters.ts';
import { findSubmission } from '#storage/submissions.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { createEnquiry, createSubmissionPayload } from '#support/enquiry.ts';
import { waitFor } from '#support/wait-for.ts';
import { startOwnRedis } from '#support/own-redis.ts';
import { startApiUnderTest } from '#support/api-under-test.ts';
import { createTestWorker, submit } from '#support/test-worker.ts';
import { addOfficer, runAsOfficer } from '#support/office/run-staff.ts';
import { untilSent } from '#support/own-stores.ts';
import { startEmbeddedMongodb } from '../../packages/embedded-mongodb/server.ts';

const email = "erasable&o'er@example.net";
const justThisAddress = /(?<![\w-])erasable&o'er@example\.net/;
// The words that count as traces of the person.
const words = [justThisAddress, 'Erasmina', 'Erasmusdal', 'a marula of a message'];
const person = {
  firstName: 'Erasmina',
  lastName: 'Nkosi',
  organisation: 'Guild of Erasmusdal',
  message: 'This is a marula of a message.',
};

// Separate stores, because the tests search the files of the stores.
const data = forAllTests(startStoresInFolder);
const worker = forAllTests(() => createTestWorker(data.settings));
const api = forAllTests(() => startApiUnderTest(data.settings));
let redis: Redis;
/** The hashes in Redis that identify duplicates of the person's enquiries. */
let fingerprints: string[];
let others: string[];

beforeAll(async () => {
  redis = worker.redis;
  // Turns compression off, so that the tests can find text in the files of Redis.
  await redis.config('SET', 'rdbcompression', 'no');
  await worker.start();
  const { queues, database } = worker;
  await addOfficer(database);
  const prefix = data.settings.QUEUE_PREFIX;

  const sent = [
    await sendThroughApi(),
    await submit(queues, { ...person, email: "Erasable&O'er+guild@Example.NET" }),
  ];
  const locks = await redis.keys(`${prefix}:submissions:de:*`);
  fingerprints = locks.map((key) => key.split(':').at(-1) ?? key);
  others = [
    await submit(queues),
    await submit(queues, { email: `not-${email}`, message: 'Somebody else entirely.' }),
  ];
  for (const id of [...sent, ...others]) await untilSent(database, id);

  // Pauses the queue, so that it keeps a waiting and a delayed job.
  await queues.submissions.pause();
  await submit(queues, { ...person, email, lastName: 'Waiting' });
  const delayed = await submit(queues, { ...person, email, lastName: 'Delayed' });
  await (await queues.submissions.getJob(delayed))?.remove();
  const form = createEnquiry({ ...person, lastName: 'Delayed', email });
  const payload = { ...createSubmissionPayload(form), id: delayed };
  const options = { ...storeSubmissionJob.policy, jobId: delayed, delay: 3_600_000 };
  await queues.submissions.add(storeSubmissionJob.name, payload, options);
  // Simulates that Redis has lost its lists of jobs, but not the hash of this job.
  await redis.hset(`${prefix}:submissions:${randomUUID()}`, 'data', JSON.stringify(payload));
  await writeFile(
    join(data.settings.OUTBOX_DIR, `${randomUUID()}.staff.eml`),
    `To: office@example.co.za\r\nReply-To: Erasmina\r\n <${email.toUpperCase()}>\r\n\r\nHello\r\n`,
  );
  await writeFile(join(data.settings.OUTBOX_DIR, `.${String(sent[0])}.staff.eml.half`), 'Erasmina');
});

/** Submits an enquiry twice, so that Redis also records a duplicate. Returns the id. */
async function sendThroughApi(): Promise<string> {
  await api.post({ ...person, email });
  const { reference } = (await (await api.post({ ...person, email })).json()) as ContactAccepted;
  const stored = await waitFor('it is stored', () =>
    worker.database.submissions.findOne({ reference }).lean(),
  );
  return stored._id;
}

async function startStoresInFolder() {
  const path = await mkdtemp(join(tmpdir(), 'data-'));
  const ownRedis = await startOwnRedis([], join(path, 'redis'));
  const mongodb = await startEmbeddedMongodb({ port: 0, dataDir: join(path, 'mongodb') });
  const outbox = join(path, 'outbox');
  await mkdir(outbox);
  return {
    path,
    settings: {
      REDIS_URL: ownRedis.url,
      MONGODB_URI: `${mongodb.uri}/enquiries`,
      OUTBOX_DIR: outbox,
      QUEUE_PREFIX: '{enquiries}',
    },
    async stop() {
      await ownRedis.stop();
      await mongodb.close();
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Finds the files that contain one of the words. Ignores case: patterns must be in lower case. */
async function filesWith(...words: (string | RegExp)[]): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(data.path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = (await readFile(file)).toString('latin1').toLowerCase();
    const stands = (word: string | RegExp) =>
      typeof word === 'string' ? text.includes(word.toLowerCase()) : word.test(text);
    if (words.some(stands)) files.push(file);
  }
  return files;
}

function erase(args: string[], person = {}) {
  return runAsOfficer(['submissions', 'erase', ...args], data.settings, person);
}

it('asks before it deletes, and deletes nothing without a yes', async () => {
  expect(fingerprints).toHaveLength(2);
  const before = await filesWith(...words, ...fingerprints);
  expect(before.length).toBeGreaterThan(6);
  const refused = await erase([email], { answers: ['no'] });
  expect(refused.code).toBe(1);
  expect(refused.notes).toMatch(/^Found: 5 enquiries\.\nNothing was changed\.\n$/);
  expect((await erase([email])).notes).toContain('Cannot ask without a terminal: add --yes.');
  expect(await filesWith(...words, ...fingerprints)).toEqual(before);
});

it('leaves no trace in MongoDB, Redis, emails or files', async () => {
  const { code, notes } = await erase(["ERASABLE&O'er@example.net"], { answers: ['yes'] });
  expect(code).toBe(0);
  expect(notes).toMatch(/^Erased: 5 enquiries and 6 emails in the outbox\.$/m);

  expect(await worker.database.submissions.countDocuments({ email: /erasable&/i })).toBe(1);
  expect(await redis.exists(acknowledgedKey(data.settings.QUEUE_PREFIX, email))).toBe(0);
  for (const key of await redis.keys('*')) {
    const content = `${key} ${JSON.stringify(await contentOf(key))}`.toLowerCase();
    expect(content).not.toMatch(justThisAddress);
    for (const word of [...words.slice(1), ...fingerprints])
      expect(content).not.toContain(String(word).toLowerCase());
  }
  await waitFor('Redis has deleted its old file', async () => {
    return (await filesWith(...words, ...fingerprints)).length === 0;
  });
});

async function contentOf(key: string): Promise<unknown> {
  const readers: Record<string, () => Promise<unknown>> = {
    hash: () => redis.hgetall(key),
    list: () => redis.lrange(key, 0, -1),
    set: () => redis.smembers(key),
    stream: () => redis.xrange(key, '-', '+'),
    string: () => redis.get(key),
    zset: () => redis.zrange(key, '0', '-1'),
    // The key has expired since it was listed.
    none: () => Promise.resolve(null),
  };
  const type = await redis.type(key);
  const read = readers[type];
  if (!read) throw new Error(`${key} is a ${type}, which this test cannot read.`);
  return read();
}

it("keeps other people's data and deduplication keys", async () => {
  for (const id of others) expect(await findSubmission(worker.database, id)).not.toBeNull();
  expect(await redis.keys('*:de:*')).toHaveLength(others.length);
  expect(await filesWith('Guild of Surveyors')).not.toEqual([]);
});

it('leaves a record of counts and ids without the address', async () => {
  const [record] = await worker.database.audit.read({ limit: 1 });
  expect(record?.action).toBe('person.erase');
  expect(record?.subject.count).toBe(5);
  expect(JSON.stringify(record)).not.toMatch(/erasable|example/);
});

it('deletes nothing the second time', async () => {
  const { code, notes } = await erase([email, '--yes']);
  expect(code).toBe(0);
  expect(notes).toMatch(/^Erased: no data\.$/m);
});

it('lets the person send enquiries again', async () => {
  await worker.queues.submissions.resume();
  const id = await submit(worker.queues, { ...person, email });
  await waitFor('it is stored', () => findSubmission(worker.database, id));
});

it("lists other people's enquiries that mention the address, and keeps them", async () => {
  await submit(worker.queues, { message: 'Please ask mentioned@example.org about this.' });
  await waitFor('it is stored', () =>
    worker.database.submissions.countDocuments({ message: /mentioned/ }),
  );
  const { code, notes } = await erase(['mentioned@example.org', '--yes']);
  expect(code).toBe(0);
  expect(notes).toMatch(/Other enquiries still mention the address: [\dA-Z]{4}-/);
  expect(await worker.database.submissions.countDocuments({ message: /mentioned/ })).toBe(1);
});
