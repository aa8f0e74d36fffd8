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
import type { RedisClient } from '../../../platform/redis.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { withId } from '../../../storage/connection.ts';
import { listDeleted, withoutCopies } from '../../../storage/deleted-submissions.ts';
import { listPersonRequests } from '../../../storage/person-requests.ts';
import { findEnquiries } from '../../../storage/enquiries.ts';
import { findSubmission } from '../../../storage/submissions.ts';
import { record } from '../../server/run-action.ts';
import type { TaskContext } from '../../server/task.ts';
import { findEnquiry, type EnquiryName } from '../../enquiries/find.server.ts';
import { hashPersonal, mentionsAddress, sameAddress } from '../../server/same-address.ts';

/** What to search for: all data under an email address, or only some submissions. */
type Search = { email: string } | { names: EnquiryName[] };

export interface PersonalData {
  search: Search;
  submissions: ContactSubmission[];
  jobs: FoundJob[];
  /** Redis keys whose names contain the address, in plain text or hashed. */
  keys: string[];
  mails: { file: string; content: string }[];
  /** The ids of all submissions concerned, even if MongoDB does not contain them. */
  ids: string[];
  /**
   * Other people's enquiries that mention the address: the references of stored enquiries, and the
   * ids of jobs in Redis.
   */
  mentionedIn: string[];
}

interface FoundJob {
  queue: string;
  id: string;
  data: unknown;
}

/**
 * Searches MongoDB, Redis and the email outbox. The caller has to record the search in the audit
 * trail.
 *
 * @throws TaskError if no submission, or more than one, has a given reference.
 */
export function findPersonalData(context: TaskContext, search: Search): Promise<PersonalData> {
  return 'email' in search
    ? findByAddress(context, search.email)
    : findByNames(context, search.names);
}

async function findByAddress(context: TaskContext, email: string): Promise<PersonalData> {
  const { onProgress, outboxDir } = context;
  const database = await context.database();
  const { jobs, keys, mentionedIn } = await findInRedis(context, email);
  onProgress?.('MongoDB: searching …');
  const submissions = withoutCopies([
    ...(await findEnquiries(database, { email })),
    ...(await listDeleted(database, email)),
  ]);
  const naming = await findEnquiries(database, { text: email });
  onProgress?.('Outbox: searching …');
  const ids = new Set([...submissions.map(({ _id }) => _id), ...jobs.map(({ id }) => id)]);
  const mails = await findInOutbox(outboxDir, ids, email);
  const references = naming
    .filter((found) => !sameAddress(found.email, email) && mentionsAddress(found, email))
    .map(({ reference }) => reference);
  return {
    ...{ search: { email }, submissions, jobs, keys, mails, ids: [...ids] },
    mentionedIn: [...references, ...mentionedIn],
  };
}

/**
 * Finds data by the ids or references of submissions. After an interrupted erasure, for example,
 * the recorded ids may be all that is left, because the person's address was deleted.
 */
async function findByNames(context: TaskContext, names: EnquiryName[]): Promise<PersonalData> {
  const database = await context.database();
  const queues = await context.queues();
  const ids = new Set<string>();
  for (const name of names) {
    ids.add('id' in name ? name.id : (await findEnquiry(context, name))._id);
  }
  const submissions: ContactSubmission[] = [];
  const jobs: FoundJob[] = [];
  for (const id of ids) {
    const found =
      (await findSubmission(database, id)) ??
      (await database.deleted.findById(id).lean<ContactSubmission>().exec());
    if (found) submissions.push(found);
    const ofEmails = notificationKinds.map((kind) =>
      queues.notifications.getJob(notificationJobId(id, kind)),
    );
    for (const job of await Promise.all([queues.submissions.getJob(id), ...ofEmails])) {
      if (job) jobs.push({ queue: job.queueName, id: job.id ?? '', data: job.data });
    }
  }
  return {
    search: { names: [...ids].map((id) => ({ id })) },
    submissions,
    jobs,
    keys: [],
    mails: await findInOutbox(context.outboxDir, ids),
    ids: [...ids],
    mentionedIn: [],
  };
}

/** Collects all data about a person, to be given to that person, and records this as an export. */
export async function exportPerson(context: TaskContext, email: string) {
  const found = await findByAddress(context, email);
  await record(context, 'person.export', { ids: found.ids });
  return { email, exportedAt: new Date(), ...(await describePerson(context, found, email)) };
}

/** The data found, with the person's requests if the email address is known. */
export async function describePerson(
  { database }: Pick<TaskContext, 'database'>,
  { submissions, jobs, keys, mails, mentionedIn }: PersonalData,
  email: string | undefined,
) {
  const requests = email === undefined ? [] : await listPersonRequests(await database(), email);
  return {
    ...{ submissions: submissions.map(withId), jobs, keys, mails },
    requests: requests.map(withId),
    // The officer decides what to disclose of other people's enquiries.
    mentionedIn,
  };
}

const fromForm = z.object({ form: z.object({ email: z.string() }) });

/** Scans every Redis key of the product, so that jobs in every state are found. */
async function findInRedis(context: TaskContext, email: string) {
  const { queuePrefix: prefix, onProgress } = context;
  const redis = await context.redis();
  const jobs: FoundJob[] = [];
  const keys: string[] = [];
  const mentionedIn: string[] = [];

  const counters = await countersOf(redis, prefix, email);
  const names = [email.trim().toLowerCase(), hashPersonal(email)];
  const match = `${prefix.replace(/[*?[\]\\]/g, '\\$&')}:*`;
  const seen = new Set<string>();
  for await (const batch of redis.scanStream({ match, count: 500 })) {
    const unseen = (batch as string[]).filter((key) => !seen.has(key));
    for (const [key, data] of await readJobs(redis, unseen)) {
      seen.add(key);
      const parts = key.slice(prefix.length + 1).split(':');
      const isNamed = parts.some((part) => names.includes(part.toLowerCase()));
      const isCounter = counters.some((name) => key === name || key.startsWith(`${name}:`));
      if (isNamed || isCounter) keys.push(key);
      const [queue = '', ...rest] = parts;
      const id = rest.join(':');
      const sent = fromForm.safeParse(data);
      if (sent.success && sameAddress(sent.data.form.email, email)) jobs.push({ queue, id, data });
      else if (mentionsAddress(data, email)) mentionedIn.push(id);
    }
    onProgress?.(`Redis: ${seen.size} keys searched …`);
  }
  return { jobs, keys, mentionedIn };
}

/**
 * Returns each key with the data of its job. The data is a text if it is not valid JSON, and
 * undefined if the key is not a job.
 */
async function readJobs(redis: Redis, keys: string[]): Promise<[string, unknown][]> {
  const pipeline = redis.pipeline();
  for (const key of keys) pipeline.hget(key, 'data');
  const results = (await pipeline.exec()) ?? [];
  return keys.map((key, index) => {
    // HGET returns an error for keys of another type.
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

/** Finds the messages about the given submissions, and those with the address in their headers. */
async function findInOutbox(directory: string, submissionIds: Set<string>, email?: string) {
  const found: { file: string; content: string }[] = [];
  const names = await readdir(directory).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  // Incomplete messages are searched too. Their names begin with a dot and have another ending.
  for (const name of names.filter((name) => name.includes('.eml'))) {
    const file = join(directory, name);
    const content = await readFile(file, 'utf8').catch(() => '');
    const [id = ''] = name.replace(/^\./, '').split('.');
    const isMeant = email !== undefined && mentionsAddress(headersOf(content), email);
    if (isMeant || submissionIds.has(id)) found.push({ file, content });
  }
  return found;
}

/** The headers of a message, one per line. */
function headersOf(content: string): string {
  const [head = ''] = content.split(/\r?\n\r?\n/);
  return head.replace(/\r?\n[ \t]+/g, ' ');
}

/**
 * The keys of the rate-limit counters for an email address. Their names are derived from a secret,
 * so there are none before the secret exists.
 */
async function countersOf(redis: RedisClient, prefix: string, email: string): Promise<string[]> {
  const secret = await redis.get(installationSecretKey(prefix));
  if (secret === null) return [];
  return emailCounters.map((counter) => {
    const name = emailCounterName(deriveKey(secret, counter), email);
    return `${emailCounterPrefix(prefix, counter)}:${name}`;
  });
}
