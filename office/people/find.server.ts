import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

import { emailAddress, readEmailAddress } from '#contract/email-address.ts';
import { readReference } from '#contract/read-reference.ts';
import { referenceOf } from '#contract/reference.ts';
import {
  findEnquiriesOf,
  findMentions,
  isWanted,
  mentionsAddress,
  type PersonSearch,
} from '#storage/people.ts';
import { listPersonRequests, type PersonRequest } from '#storage/person-requests.ts';
import type { ContactSubmission } from '#storage/submission-model.ts';
import type { TaskContext } from '../server/task.ts';

/** An enquiry, stored or only in its job: of the latter we have only what was typed. */
export type HeldEnquiry = Pick<ContactSubmission, '_id' | 'reference' | 'createdAt'> &
  Partial<ContactSubmission>;

export interface HeldData {
  /** The email address; empty if we know none. */
  email: string;
  /** The ids of all enquiries, also of those that an interrupted erasure has deleted. */
  ids: string[];
  enquiries: HeldEnquiry[];
  requests: PersonRequest[];
  mails: { file: string; content: string }[];
  /** The references of other people's enquiries that mention the email address. */
  mentionedIn: string[];
}

/** A title in English or Afrikaans. The search ignores it: the form does not ask for titles. */
const title = /^(?:mr|mrs|ms|miss|dr|prof|adv|rev|mnr|mev|mej|me)\.?\s+(?=\S)/i;

/** What to search for: an email address, an id, a reference or a name. */
export function readSearch(who: string): PersonSearch {
  const email = readEmailAddress(who);
  if (emailAddress.test(email)) return { email };
  const id = z.uuid().safeParse(who.toLowerCase());
  if (id.success) return { ids: [id.data] };
  // 'Thandiwe' could also be a reference, so a reference without digits needs its hyphen.
  const reference = /\d|^\w{4}-\w{4}$/.test(who) ? readReference(who) : undefined;
  return reference === undefined ? { name: who.replace(title, '') } : { reference };
}

/**
 * Searches Redis, MongoDB and the outbox, in the order in which data moves, so that nothing is
 * missed on its way. The caller records the search in the audit trail.
 */
export async function findHeldData(task: TaskContext, search: PersonSearch): Promise<HeldData> {
  const database = await task.database();
  const givenEmail = 'email' in search ? search.email : undefined;
  const waiting = new Map<string, HeldEnquiry>();
  const mentionedIn: string[] = [];
  for await (const enquiry of readQueued(task)) {
    const { _id: id, reference, message = '' } = enquiry;
    if (isWanted(search, id, enquiry)) waiting.set(id, enquiry);
    else if (givenEmail && mentionsAddress(message, givenEmail)) mentionedIn.push(reference);
  }
  const stored = await findEnquiriesOf(database, search);
  for (const { _id } of stored) waiting.delete(_id);
  const enquiries = [...waiting.values(), ...stored];
  const enquiryIds = enquiries.map(({ _id }) => _id);
  const ids = [...new Set([...('ids' in search ? search.ids : []), ...enquiryIds])];
  const email = givenEmail ?? enquiries[0]?.email ?? '';
  return {
    email,
    ids,
    enquiries,
    requests: email ? await listPersonRequests(database, email) : [],
    mails: await findMails(task.outboxDir, ids, givenEmail),
    mentionedIn: givenEmail ? [...mentionedIn, ...(await findMentions(database, givenEmail))] : [],
  };
}

// Also reads jobs that the worker refuses: they keep what was typed.
const job = z.object({ acceptedAt: z.string(), form: z.record(z.string(), z.string()) });

/** Reads the enquiries in the keys of all jobs, so that those in every state are found. */
async function* readQueued(task: TaskContext): AsyncGenerator<HeldEnquiry> {
  const redis = await task.redis();
  const prefix = (await task.queues()).submissions.toKey('');
  const match = `${prefix.replace(/[*?[\]\\]/g, '\\$&')}*`;
  for await (const keys of redis.scanStream({ match, type: 'hash', count: 500 })) {
    const pipeline = redis.pipeline();
    for (const key of keys as string[]) pipeline.hget(key, 'data');
    const answers = (await pipeline.exec()) ?? [];
    for (const [index, key] of (keys as string[]).entries()) {
      // The data is blanked after the enquiry is stored.
      const { success, data: payload } = job.safeParse(parseJson(answers[index]?.[1]));
      if (!success) continue;
      const _id = key.slice(prefix.length);
      yield {
        ...payload.form,
        _id,
        reference: referenceOf(_id),
        createdAt: new Date(payload.acceptedAt),
      };
    }
  }
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

/** Finds the emails about enquiries, and those with an email address in their headers. */
async function findMails(directory: string, ids: readonly string[], email?: string) {
  const files = await readdir(directory).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const mails: HeldData['mails'] = [];
  // The names of incomplete emails begin with a dot and have another ending.
  for (const name of files.filter((file) => file.includes('.eml'))) {
    const file = join(directory, name);
    const content = await readFile(file, 'utf8').catch(() => '');
    const [head = ''] = content.split(/\r?\n\r?\n/, 1);
    const isAbout = ids.some((id) => name.includes(id));
    if (isAbout || (email && mentionsAddress(head, email))) mails.push({ file, content });
  }
  return mails;
}
