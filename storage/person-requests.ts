import { Schema } from 'mongoose';

import { requestKinds, requestResults } from '../contract/person-requests.ts';
import type { Database } from './connection.ts';
import { date, schemaOptions, text } from './schemas.ts';
import { addMonths } from './submissions.ts';

/** How many months closed requests are kept: the time within which a person can go to court. */
const requestMonths = 36;
/** The time limit for answering: section 25 of PAIA, to which POPIA refers. */
const daysToAnswer = 30;

/** A request from a person about their personal data. */
export interface PersonRequest {
  /** A UUID. */
  _id: string;
  who: string;
  /** The email address that the request is about. */
  email: string;
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
}

export const personRequestSchema = new Schema<PersonRequest>(
  {
    _id: text,
    who: text,
    email: text,
    kind: { ...text, enum: requestKinds },
    receivedAt: date,
    dueAt: date,
    recordedBy: text,
    closedAt: Date,
    closedBy: String,
    result: { type: String, enum: requestResults },
    expiresAt: Date,
  },
  schemaOptions,
);

personRequestSchema.index({ dueAt: 1 });
personRequestSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

type Stored = Pick<Database, 'personRequests'>;

/** Adds a request, due in 30 days. */
export async function addPersonRequest(
  { personRequests }: Stored,
  request: Pick<PersonRequest, '_id' | 'who' | 'email' | 'kind' | 'receivedAt' | 'recordedBy'>,
): Promise<PersonRequest> {
  const dueAt = new Date(request.receivedAt.getTime() + daysToAnswer * 86_400_000);
  const stored = { ...request, dueAt };
  await personRequests.create(stored);
  return stored;
}

/** Closes a request with its result. Resolves to undefined if no open request has the id. */
export async function closePersonRequest(
  { personRequests }: Stored,
  id: string,
  closed: Required<Pick<PersonRequest, 'closedBy' | 'result'>>,
): Promise<PersonRequest | undefined> {
  const closedAt = new Date();
  const $set = { ...closed, closedAt, expiresAt: addMonths(closedAt, requestMonths) };
  const changed = await personRequests
    .findOneAndUpdate({ _id: id, closedAt: null }, { $set }, { returnDocument: 'after' })
    .lean<PersonRequest>()
    .exec();
  return changed ?? undefined;
}

/** All requests, or those of one person, by due date. */
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
