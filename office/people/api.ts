import * as z from 'zod';

import { contactFieldNames } from '#contract/contact-fields.ts';
import { requestKinds, requestResults } from '#contract/person-requests.ts';
import type { Action } from '../action.ts';
import { states } from '../enquiries/decisions.ts';
import { email } from '../office-views.ts';

const id = z.uuid();
const day = z.iso.date();
const moment = z.iso.datetime();
const count = z.number().int().min(0);

/** An email address in any spelling, a reference, an id or a name. */
const who = z.string().trim().min(2).max(254);

/** The texts that can be corrected; the last two are of enquiries that a colleague added. */
const textNames = [...contactFieldNames, 'reach', 'source'] as const;
function forEachText<Value>(value: Value) {
  const entries = textNames.map((name) => [name, value]);
  return Object.fromEntries(entries) as Record<(typeof textNames)[number], Value>;
}
export const noTexts = forEachText('');
const texts = forEachText(z.string());

const enquiry = z.object({
  id,
  reference: z.string(),
  /** Null until it is stored. */
  version: z.nullable(count),
  state: z.enum([...states, 'spam', 'queued']),
  isForm: z.boolean(),
  texts: z.object(texts),
  createdAt: moment,
  expiresAt: z.nullable(moment),
});

const requestFields = {
  who: z.string().trim().min(1).max(200),
  email: z.union([z.literal(''), email]),
  /** Another way to reach the person. */
  contact: z.string().trim().max(500),
  kind: z.enum(requestKinds),
  receivedOn: day,
  /** Empty while the request is open. */
  result: z.enum(['', ...requestResults]),
};

const request = z.object({
  ...requestFields,
  id,
  version: count,
  dueOn: day,
  closedOn: z.nullable(day),
  /** A username. */
  closedBy: z.nullable(z.string()),
});

const person = z.object({
  /** Empty if we know none. */
  email: z.string(),
  enquiries: z.array(enquiry),
  requests: z.array(request),
  emails: count,
  /** The references of other people's enquiries that mention the address. */
  mentionedIn: z.array(z.string()),
  /** The id of the letter; null if there is nothing to write about. */
  letter: z.nullable(id),
});

const match = z.object({
  /** The email address, or the reference of an enquiry without one. */
  who: z.string(),
  name: z.string(),
  organisation: z.string(),
  enquiries: count,
});

export const peopleApi = {
  /** Answers the person, or those who match a name: then search again for one of them. */
  'person.find': {
    right: 'person.read',
    input: z.strictObject({ who }),
    output: z.object({
      people: z.array(match),
      person: z.nullable(person),
    }),
    audit: 'searched for a person',
  },
  /** Replaces the given texts. A conflict is a 409; a second press may send the new version. */
  'person.correct': {
    right: 'person.change',
    input: z.strictObject({ id, version: count, correction: z.strictObject(texts).partial() }),
    output: z.object({}),
    audit: 'corrected',
  },
  'person.export': {
    right: 'person.read',
    input: z.strictObject({ who }),
    output: undefined,
    audit: 'exported all data about a person',
    isRecent: true,
  },
  /** Erases everything that `person.find` finds, except requests. */
  'person.erase': {
    right: 'person.erase',
    input: z.strictObject({ who, typed: z.string().max(254) }),
    output: z.object({ enquiries: count, emails: count }),
    audit: 'erased',
    isRecent: true,
  },
  'request.list': {
    right: 'person.read',
    input: z.strictObject({}),
    output: z.object({ requests: z.array(request) }),
    audit: 'viewed the request register',
  },
  /** How many open requests are overdue, and how many are due within five days. */
  'request.due': {
    right: 'person.read',
    input: z.strictObject({}),
    output: z.object({ soon: count, overdue: count }),
  },
  /** Adds a request, or replaces the one with this id and version; a result closes it. */
  'request.save': {
    right: 'person.change',
    input: z.strictObject({ ...requestFields, id: id.optional(), version: count.optional() }),
    output: z.object({}),
    audit: 'saved a request',
  },
} as const satisfies Record<string, Action>;

export type EnquiryView = z.output<typeof enquiry>;
export type Match = z.output<typeof match>;
export type Person = z.output<typeof person>;
export type PersonRequestView = z.output<typeof request>;
