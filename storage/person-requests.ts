import { Schema } from 'mongoose';

import { requestKinds, requestResults } from '../contract/person-requests.ts';
import type { Database } from './connection.ts';
import { date, schemaOptions, text } from './schemas.ts';
import { addMonths } from './submissions.ts';

/** How many months closed requests are kept: the time within which a person can go to court. */
const requestMonths = 36;
/** The time limit for answering, in days: that of section 56 of PAIA. */
const daysToAnswer = 30;

/** A request from a person about their personal data. */
export interface PersonRequest {
  /** A UUID. */
  _id: string;
  who: string;
  /** The email address that the request is about, if it is known. */
  email?: string;
  /** Another way to reach the person, such as a postal address or a phone number. */
  contact?: string;
  kind: (typeof requestKinds)[number];
  receivedAt: Date;
  dueAt: Date;
  /** A username. */
  recordedBy: string;
  closedAt?: Date;
  closedBy?: string;
  result?: (typeof requestResults)[number];
  /** When MongoDB deletes it; absent while the request is open. */
  expiresAt?: Date;
  /** The number of changes; absent before the first. */
  version?: number;
}

export const personRequestSchema = new Schema<PersonRequest>(
  {
    _id: text,
    who: text,
    email: String,
    contact: String,
    kind: { ...text, enum: requestKinds },
    receivedAt: date,
    dueAt: date,
    recordedBy: text,
    closedAt: Date,
    closedBy: String,
    result: { type: String, enum: requestResults },
    expiresAt: Date,
    version: Number,
  },
  schemaOptions,
);

personRequestSchema.index({ dueAt: 1 });
personRequestSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

type Stored = Pick<Database, 'personRequests'>;

/** The part of a request that staff enter. */
type Written = Pick<PersonRequest, 'who' | 'kind' | 'receivedAt'> & {
  [Way in 'email' | 'contact']?: string | undefined;
};

function dueDateOf({ receivedAt }: Pick<Written, 'receivedAt'>): Date {
  return new Date(receivedAt.getTime() + daysToAnswer * 86_400_000);
}

/** Adds a request that is due 30 days after it was received. */
export async function addPersonRequest(
  { personRequests }: Stored,
  { email, contact, ...request }: Written & Pick<PersonRequest, '_id' | 'recordedBy'>,
): Promise<PersonRequest> {
  const ways = { ...(email && { email }), ...(contact && { contact }) };
  const stored = { ...request, ...ways, dueAt: dueDateOf(request) };
  await personRequests.create(stored);
  return stored;
}

export async function findPersonRequest(
  { personRequests }: Stored,
  id: string,
): Promise<PersonRequest | undefined> {
  return (await personRequests.findById(id).lean<PersonRequest>().exec()) ?? undefined;
}

/**
 * Changes an open request. Resolves to undefined if it was changed or closed after the given
 * version.
 */
export function changePersonRequest(
  { personRequests }: Stored,
  id: string,
  version: number,
  { email, contact, ...written }: Written,
): Promise<PersonRequest | undefined> {
  const $set = {
    ...{ ...written, dueAt: dueDateOf(written) },
    ...(email && { email }),
    ...(contact && { contact }),
  };
  const $unset = { ...(email ? {} : { email: 1 }), ...(contact ? {} : { contact: 1 }) };
  const isVersion = version === 0 ? { $in: [null, 0] } : version;
  return update(personRequests, { _id: id, closedAt: null, version: isVersion }, { $set, $unset });
}

/** Closes a request with its result. Resolves to undefined if no open request has the id. */
export function closePersonRequest(
  { personRequests }: Stored,
  id: string,
  closed: Required<Pick<PersonRequest, 'closedBy' | 'result'>>,
): Promise<PersonRequest | undefined> {
  const closedAt = new Date();
  const $set = { ...closed, closedAt, expiresAt: addMonths(closedAt, requestMonths) };
  return update(personRequests, { _id: id, closedAt: null }, { $set });
}

/**
 * Reopens a request, with its old due date. Resolves to undefined if no closed request has the id.
 */
export function reopenPersonRequest(
  { personRequests }: Stored,
  id: string,
): Promise<PersonRequest | undefined> {
  const $unset = { closedAt: 1, closedBy: 1, result: 1, expiresAt: 1 };
  return update(personRequests, { _id: id, closedAt: { $ne: null } }, { $unset });
}

async function update(
  personRequests: Stored['personRequests'],
  filter: object,
  change: object,
): Promise<PersonRequest | undefined> {
  const counted = { ...change, $inc: { version: 1 } };
  const changed = await personRequests
    .findOneAndUpdate(filter, counted, { returnDocument: 'after' })
    .lean<PersonRequest>()
    .exec();
  return changed ?? undefined;
}

/** All requests, or only those about an email address, by due date. */
export function listPersonRequests(
  { personRequests }: Stored,
  email?: string,
): Promise<PersonRequest[]> {
  return personRequests
    .find(email === undefined ? {} : { email: email.toLowerCase() })
    .sort({ dueAt: 1, _id: 1 })
    .lean<PersonRequest[]>()
    .exec();
}
