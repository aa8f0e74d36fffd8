import { randomUUID } from 'node:crypto';

import { contactFormSchema } from '#contract/contact-form.ts';
import { mailboxOf } from '#contract/email-address.ts';
import { localDay, momentOf } from '#contract/time.ts';
import { TimeoutError, withTimeout } from '#server/process.ts';
import { countDueRequests } from '#storage/digest.ts';
import { storeCorrection } from '#storage/people.ts';
import {
  findPersonRequest,
  listPersonRequests,
  savePersonRequest,
  type PersonRequest,
} from '#storage/person-requests.ts';
import { changedByColleague, findEnquiry } from '../enquiries/find.server.ts';
import type { ParsedInputOf } from '../api.ts';
import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import { sendFile, type Route } from '../server/route.ts';
import { perform, record } from '../server/perform.ts';
import { TaskError, usernameOf, type TaskContext } from '../server/task.ts';
import {
  noTexts,
  type EnquiryView,
  type Match,
  type peopleApi,
  type Person,
  type PersonRequestView,
} from './api.ts';
import { erasePerson } from './erase.server.ts';
import { findHeldData, readSearch, type HeldData, type HeldEnquiry } from './find.server.ts';
import { letterPolicy, writeLetter } from './letter.server.ts';

type TextName = keyof EnquiryView['texts'];

/** Milliseconds after which a page is told that erasing goes on. */
const eraseWait = 50_000;

export const peopleHandlers: Pick<Handlers, keyof typeof peopleApi> = {
  async 'person.find'(task, { who }) {
    const search = readSearch(who);
    const held = await findHeldData(task, search);
    await record(task, 'person.find', { ids: held.ids, conditions: Object.keys(search) });
    const isName = 'name' in search;
    return { people: isName ? peopleIn(held) : [], person: isName ? null : personOf(held) };
  },

  'person.correct': correct,

  async 'person.export'(task, { who }, response) {
    const held = await findPerson(task, who);
    await record(task, 'person.export', { ids: held.ids });
    const content = JSON.stringify({ exportedAt: new Date(), ...held }, null, 2);
    const name = `person-${localDay(Date.now())}.json`;
    await sendFile(response, name, 'json', Buffer.from(`${content}\n`));
    return undefined;
  },

  async 'person.erase'(task, { who, typed }) {
    const { email, enquiries } = await findPerson(task, who);
    if (mailboxOf(typed) !== mailboxOf(email || (enquiries[0]?.reference ?? ''))) {
      throw new TaskError('invalid', `Type ${email ? 'the email address' : 'the reference'}.`);
    }
    return withTimeout(eraseWait, erasePerson(task, readSearch(who))).catch((error: unknown) => {
      if (!(error instanceof TimeoutError)) throw error;
      throw new TaskError('unavailable', 'Erasing goes on. Search again in a few minutes.');
    });
  },

  async 'request.list'(task) {
    const requests = await listPersonRequests(await task.database());
    await record(task, 'request.list', { count: requests.length });
    return { requests: requests.map(viewOf) };
  },

  'request.due': async (task) => countDueRequests(await task.database(), Date.now()),

  'request.save': saveRequest,
};

/** Shows the letter to a person: about an enquiry or a request, so that its address is no name. */
export function letterRoute({ config }: Pick<Context, 'config'>): Route {
  return {
    path: '/ops/people/letter/:id',
    right: 'person.read',
    async handle(task, { params }, response) {
      const id = String(params.id);
      const email = (await findPersonRequest(await task.database(), id))?.email;
      const search = email ? { email } : { ids: [id] };
      let held = await findHeldData(task, search);
      if (!email && held.email) held = await findHeldData(task, { email: held.email });
      if (letterOf(held) === null) throw new TaskError('not-found', 'We hold no data.');
      await record(task, 'person.export', { ids: held.ids, conditions: ['letter'] });
      response.set({ 'Content-Security-Policy': letterPolicy, 'X-Robots-Tag': 'noindex' });
      response.type('html').send(writeLetter(held, config.company, new Date()));
    },
  };
}

/** Finds what is held about a person. @throws TaskError if it is named by no more than a name. */
export async function findPerson(task: TaskContext, who: string): Promise<HeldData> {
  const search = readSearch(who);
  if ('name' in search) throw new TaskError('invalid', 'Choose an email address or a reference.');
  return findHeldData(task, search);
}

/** The id in the address of the letter; null if there is nothing to write about. */
function letterOf({ requests, enquiries }: HeldData): string | null {
  return requests[0]?._id ?? enquiries[0]?._id ?? null;
}

function personOf(held: HeldData): Person {
  const { email, requests, mails, mentionedIn } = held;
  return {
    email,
    mentionedIn,
    emails: mails.length,
    enquiries: held.enquiries.map(enquiryOf),
    requests: requests.map(viewOf),
    letter: letterOf(held),
  };
}

function enquiryOf({ _id: id, handling = {}, ...enquiry }: HeldEnquiry): EnquiryView {
  const { reference, status, channel = 'form', createdAt, storedAt, expiresAt } = enquiry;
  const state = status === 'quarantined' ? 'spam' : (handling.state ?? 'new');
  return {
    id,
    reference,
    isForm: channel === 'form',
    version: storedAt ? (handling.version ?? 0) : null,
    state: storedAt ? state : 'queued',
    // The other fields are not in the output.
    texts: { ...noTexts, ...enquiry },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/** Those who match a name, once for each mailbox. The latest comes first. */
function peopleIn({ enquiries }: HeldData): Match[] {
  const people = new Map<string, Match>();
  for (const { reference, firstName, lastName, email = '', organisation = '' } of enquiries) {
    const key = email ? mailboxOf(email) : reference;
    const known = people.get(key);
    const name = [firstName, lastName].filter(Boolean).join(' ');
    if (known) known.enquiries += 1;
    else people.set(key, { who: email || reference, name, organisation, enquiries: 1 });
  }
  return [...people.values()];
}

async function correct(
  task: TaskContext,
  { id, version, correction }: ParsedInputOf<'person.correct'>,
): Promise<undefined> {
  const conditions = Object.keys(correction);
  await perform(task, 'person.correct', { ids: [id], conditions }, async () => {
    const before = await findEnquiry(task, { id });
    const isForm = (before.channel ?? 'form') === 'form';
    const corrected: Partial<EnquiryView['texts']> = {};
    for (const [name, typed = ''] of Object.entries(correction) as [TextName, string][]) {
      corrected[name] = typed.trim();
      if (name === 'reach' || name === 'source' || (!isForm && corrected[name] === '')) continue;
      const { success, data, error } = contactFormSchema.shape[name].safeParse(typed);
      if (!success) throw new TaskError('invalid', `${error.issues[0]?.message ?? ''}.`);
      corrected[name] = data;
    }
    if (conditions.length === 0) {
      throw new TaskError('invalid', 'You have not changed anything.');
    }
    const isSeen = before.handling.version === version;
    if (!isSeen || !(await storeCorrection(await task.database(), before, corrected))) {
      throw changedByColleague(before.reference);
    }
  });
}

async function saveRequest(
  task: TaskContext,
  { id, version, email, contact, receivedOn, result, ...entry }: ParsedInputOf<'request.save'>,
): Promise<undefined> {
  const request = {
    ...entry,
    _id: id ?? randomUUID(),
    receivedAt: momentOf(receivedOn),
    ...(email && { email }),
    ...(contact && { contact }),
    ...(result && { result }),
  };
  const conditions = [entry.kind, result].filter(Boolean);
  await perform(task, 'request.save', { ids: [request._id], conditions }, async () => {
    if (!email && !contact) {
      throw new TaskError('invalid', 'Enter an email address or other contact details.');
    }
    const by = usernameOf(task.actor);
    if (!(await savePersonRequest(await task.database(), request, by, version))) {
      const sentence = 'A colleague has changed this request. Press again to replace the change.';
      throw new TaskError('conflict', sentence);
    }
  });
}

function viewOf(request: PersonRequest): PersonRequestView {
  const { _id: id, who, kind, email = '', contact = '', version = 0, closedAt } = request;
  return {
    id,
    who,
    kind,
    email,
    contact,
    version,
    receivedOn: localDay(request.receivedAt),
    dueOn: localDay(request.dueAt),
    result: request.result ?? '',
    closedOn: closedAt ? localDay(closedAt) : null,
    closedBy: request.closedBy ?? null,
  };
}
