import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import * as z from 'zod';

import {
  deriveKey,
  emailCounterName,
  emailCounterPrefix,
  emailCounterPurpose,
  installationSecretKey,
} from '../../contract/email-counters.ts';
import { redisNodes, type RedisClient } from '../../platform/redis.ts';
import { searchSubmissions } from '../../storage/submissions.ts';
import { audit, type TaskContext } from './context.ts';
import { hashPersonal, mentionsAddress, sameAddress } from './same-address.ts';

/** Everything that is held about the person with an e-mail address. */
export type PersonalData = Awaited<ReturnType<typeof findPersonalData>>;

const allOfThem = 0;

/** Looks through MongoDB, Redis and the mail outbox. Only for a task that records it. */
export async function findPersonalData(context: TaskContext, email: string) {
  const { onProgress, outboxDir } = context;
  const database = await context.database();
  const { jobs, keys, mentions } = await findInRedis(context, email);
  onProgress?.('MongoDB: looking …');
  const submissions = await searchSubmissions(database, { email }, { limit: allOfThem });
  const naming = await searchSubmissions(database, { text: email }, { limit: allOfThem });
  onProgress?.('Mail outbox: looking …');
  const ids = new Set([...submissions.map(({ _id }) => _id), ...jobs.map(({ id }) => id)]);
  const mails = await findInOutbox(outboxDir, email, ids);
  const references = naming
    .filter((found) => !sameAddress(found.email, email) && mentionsAddress(found, email))
    .map(({ reference }) => reference);
  return {
    email,
    submissions,
    jobs,
    keys,
    mails,
    /** Of all the person's submissions, stored or not. */
    ids: [...ids],
    /** Enquiries of others that name the address: references of stored ones, ids of jobs. */
    mentions: { references, jobs: mentions },
  };
}

/** Everything that is held about a person, for the person. It is in the audit trail. */
export async function exportPerson(context: TaskContext, email: string): Promise<PersonalData> {
  const found = await findPersonalData(context, email);
  await audit(context, 'export-subject', { ids: found.ids });
  return found;
}

const fromForm = z.object({ form: z.object({ email: z.string() }) });

/** Looks at every key of the product, so that no state of a job is left out. */
async function findInRedis(context: TaskContext, email: string) {
  const { queuePrefix: prefix, onProgress } = context;
  const redis = await context.redis();
  /** Jobs whose data came from the address. */
  const jobs: { queue: string; id: string; data: unknown }[] = [];
  /** Keys that are named after the address, in plain or hashed. */
  const keys: string[] = [];
  /** The ids of jobs that others have sent and whose text names the address. */
  const mentions: string[] = [];

  const counter = await counterOf(redis, prefix, email);
  const names = [email.trim().toLowerCase(), hashPersonal(email)];
  const match = `${prefix.replace(/[*?[\]\\]/g, '\\$&')}:*`;
  const seen = new Set<string>();
  for (const node of redisNodes(redis)) {
    for await (const batch of node.scanStream({ match, count: 500 })) {
      const unseen = (batch as string[]).filter((key) => !seen.has(key));
      for (const [key, data] of await readJobs(node, unseen)) {
        seen.add(key);
        const parts = key.slice(prefix.length + 1).split(':');
        const isNamed = parts.some((part) => names.includes(part.toLowerCase()));
        if (isNamed || key === counter) keys.push(key);
        const [queue = '', ...rest] = parts;
        const id = rest.join(':');
        const sent = fromForm.safeParse(data);
        if (sent.success && sameAddress(sent.data.form.email, email))
          jobs.push({ queue, id, data });
        else if (mentionsAddress(data, email)) mentions.push(id);
      }
      onProgress?.(`Redis: ${seen.size} keys looked at …`);
    }
  }
  return { jobs, keys, mentions };
}

/** Each key with the data of its job, as text if they are no JSON; undefined for a key that is no job. */
async function readJobs(redis: Redis, keys: string[]): Promise<[string, unknown][]> {
  const pipeline = redis.pipeline();
  for (const key of keys) pipeline.hget(key, 'data');
  const results = (await pipeline.exec()) ?? [];
  return keys.map((key, index) => {
    // A key that is no hash answers with an error.
    const [error, data] = results[index] ?? [];
    return [key, error || !data ? undefined : parseData(data as string)];
  });
}

function parseData(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The messages to or about an address, and those about the given submissions. */
async function findInOutbox(directory: string, email: string, submissionIds: Set<string>) {
  const found: { file: string; content: string }[] = [];
  const names = await readdir(directory).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  // Half-written messages too: their names begin with a dot and end otherwise.
  for (const name of names.filter((name) => name.includes('.eml'))) {
    const file = join(directory, name);
    const content = await readFile(file, 'utf8').catch(() => '');
    const [id = ''] = name.replace(/^\./, '').split('.');
    if (submissionIds.has(id) || mentionsAddress(headersOf(content), email)) {
      found.push({ file, content });
    }
  }
  return found;
}

/** The head of a message, each field on one line. */
function headersOf(content: string): string {
  const [head = ''] = content.split(/\r?\n\r?\n/);
  return head.replace(/\r?\n[ \t]+/g, ' ');
}

/** The key that counts the enquiries of the address; undefined before the first one was counted. */
async function counterOf(
  redis: RedisClient,
  prefix: string,
  email: string,
): Promise<string | undefined> {
  const secret = await redis.get(installationSecretKey(prefix));
  if (secret === null) return undefined;
  const name = emailCounterName(deriveKey(secret, emailCounterPurpose), email);
  return `${emailCounterPrefix(prefix)}:${name}`;
}
