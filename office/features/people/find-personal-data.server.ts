import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import * as z from 'zod';

import {
  deriveKey,
  emailCounterName,
  emailCounterPrefix,
  emailCounters,
  installationSecretKey,
} from '../../../contract/email-counters.ts';
import { notificationJobId } from '../../../contract/jobs.ts';
import { notificationKinds } from '../../../contract/notifications.ts';
import { redisNodes, type RedisClient } from '../../../platform/redis.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { withId } from '../../../storage/connection.ts';
import { listPersonRequests } from '../../../storage/person-requests.ts';
import { searchSubmissions } from '../../../storage/search-submissions.ts';
import { findSubmission } from '../../../storage/submissions.ts';
import { record } from '../../server/run-action.ts';
import type { TaskContext } from '../../server/task.ts';
import { findNamedSubmission, type SubmissionName } from '../enquiries/open-submission.server.ts';
import { hashPersonal, mentionsAddress, sameAddress } from '../../server/same-address.ts';

/** What is looked for: everything about the person with an address, or about single submissions. */
type Sought = { email: string } | { names: SubmissionName[] };

/** Everything that is held about a person, or about single submissions. */
export interface PersonalData {
  /** What finds the rest, or what has come since. */
  sought: Sought;
  submissions: ContactSubmission[];
  jobs: FoundJob[];
  /** Keys that are named after the address, in plain or hashed. */
  keys: string[];
  mails: { file: string; content: string }[];
  /** Of all the submissions that it is about, stored or not. */
  ids: string[];
  /** Enquiries of others that name the address: references of stored ones, ids of jobs. */
  mentions: { references: string[]; jobs: string[] };
}

interface FoundJob {
  queue: string;
  id: string;
  data: unknown;
}

const allOfThem = 0;

/**
 * Looks through MongoDB, Redis and the mail outbox. Only for a task that records it.
 *
 * @throws TaskError when there is no submission with a reference, or several.
 */
export function findPersonalData(context: TaskContext, sought: Sought): Promise<PersonalData> {
  return 'email' in sought
    ? findByAddress(context, sought.email)
    : findByNames(context, sought.names);
}

async function findByAddress(context: TaskContext, email: string): Promise<PersonalData> {
  const { onProgress, outboxDir } = context;
  const database = await context.database();
  const { jobs, keys, mentions } = await findInRedis(context, email);
  onProgress?.('MongoDB: looking …');
  const submissions = await searchSubmissions(database, { email }, { limit: allOfThem });
  const naming = await searchSubmissions(database, { text: email }, { limit: allOfThem });
  onProgress?.('Mail outbox: looking …');
  const ids = new Set([...submissions.map(({ _id }) => _id), ...jobs.map(({ id }) => id)]);
  const mails = await findInOutbox(outboxDir, ids, email);
  const references = naming
    .filter((found) => !sameAddress(found.email, email) && mentionsAddress(found, email))
    .map(({ reference }) => reference);
  return {
    sought: { email },
    submissions,
    jobs,
    keys,
    mails,
    ids: [...ids],
    mentions: { references, jobs: mentions },
  };
}

/** The person need not be known any more: an erasure is finished, or repeated, by the ids it left. */
async function findByNames(context: TaskContext, names: SubmissionName[]): Promise<PersonalData> {
  const database = await context.database();
  const queues = await context.queues();
  const ids = new Set<string>();
  for (const name of names) {
    ids.add('id' in name ? name.id : (await findNamedSubmission(context, name))._id);
  }
  const submissions: ContactSubmission[] = [];
  const jobs: FoundJob[] = [];
  for (const id of ids) {
    const found = await findSubmission(database, id);
    if (found) submissions.push(found);
    const job = await queues.submissions.getJob(id);
    if (job) jobs.push({ queue: job.queueName, id, data: job.data });
    for (const kind of notificationKinds) {
      const mail = await queues.notifications.getJob(notificationJobId(id, kind));
      if (mail) jobs.push({ queue: mail.queueName, id: mail.id ?? '', data: mail.data });
    }
  }
  return {
    sought: { names: [...ids].map((id) => ({ id })) },
    submissions,
    jobs,
    keys: [],
    mails: await findInOutbox(context.outboxDir, ids),
    ids: [...ids],
    mentions: { references: [], jobs: [] },
  };
}

/** Everything that is held about a person, for the person. It is in the audit trail. */
export async function exportPerson(context: TaskContext, email: string): Promise<PersonalData> {
  const found = await findByAddress(context, email);
  await record(context, 'person.export', { ids: found.ids });
  return found;
}

/** What a person is given of everything that is held. */
export async function writePersonFile(
  { database }: Pick<TaskContext, 'database'>,
  email: string,
  { submissions, jobs, keys, mails, mentions }: PersonalData,
) {
  const requests = await listPersonRequests(await database(), email);
  return {
    email,
    exportedAt: new Date(),
    submissions: submissions.map(withId),
    jobs,
    keys,
    mails,
    requests: requests.map(withId),
    // Other people's enquiries are theirs: who answers the request decides what to say of them.
    mentionedIn: [...mentions.references, ...mentions.jobs],
  };
}

const fromForm = z.object({ form: z.object({ email: z.string() }) });

/** Looks at every key of the product, so that no state of a job is left out. */
async function findInRedis(context: TaskContext, email: string) {
  const { queuePrefix: prefix, onProgress } = context;
  const redis = await context.redis();
  /** Jobs whose data came from the address. */
  const jobs: FoundJob[] = [];
  const keys: string[] = [];
  /** The ids of jobs that others have sent and whose text names the address. */
  const mentions: string[] = [];

  const counters = await countersOf(redis, prefix, email);
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
        if (isNamed || counters.includes(key)) keys.push(key);
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

/** The messages about the given submissions, and those to or about an address. */
async function findInOutbox(directory: string, submissionIds: Set<string>, email?: string) {
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
    const isMeant = email !== undefined && mentionsAddress(headersOf(content), email);
    if (isMeant || submissionIds.has(id)) found.push({ file, content });
  }
  return found;
}

/** The head of a message, each field on one line. */
function headersOf(content: string): string {
  const [head = ''] = content.split(/\r?\n\r?\n/);
  return head.replace(/\r?\n[ \t]+/g, ' ');
}

/** The keys that count for the mailbox of the address; none before the first was counted. */
async function countersOf(redis: RedisClient, prefix: string, email: string): Promise<string[]> {
  const secret = await redis.get(installationSecretKey(prefix));
  if (secret === null) return [];
  return emailCounters.map((counter) => {
    const name = emailCounterName(deriveKey(secret, counter), email);
    return `${emailCounterPrefix(prefix, counter)}:${name}`;
  });
}
