import { Schema } from 'mongoose';

import { spellingsOf } from '#contract/email-address.ts';
import { requestKinds, requestResults } from '#contract/person-requests.ts';
import type { Database } from './connection.ts';
import { date, schemaOptions, text, type Stored } from './schemas.ts';
import { addMonths } from './submissions.ts';

/** How many months closed requests are kept: the time within which a person can go to court. */
const requestMonths = 36;
/** The time limit for answering, in days: that of section 56 of PAIA. */
const daysToAnswer = 30;

export const personRequestSchema = new Schema(
  {
    _id: text,
    who: text,
    email: String,
    /** Another way to reach the person, such as a postal address or a phone number. */
    contact: String,
    kind: { ...text, enum: requestKinds },
    receivedAt: date,
    dueAt: date,
    recordedBy: text,
    closedAt: Date,
    closedBy: String,
    result: { type: String, enum: requestResults },
    /** When MongoDB deletes it; absent while the request is open. */
    expiresAt: Date,
    /** The number of changes; absent before the first. */
    version: Number,
  },
  schemaOptions,
);

export type PersonRequest = Stored<typeof personRequestSchema>;

personRequestSchema.index({ dueAt: 1 });
personRequestSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

type Requests = Pick<Database, 'personRequests'>;

/** What staff enter. A request with a result is closed. */
export type WrittenRequest = Pick<
  PersonRequest,
  '_id' | 'who' | 'email' | 'contact' | 'kind' | 'receivedAt' | 'result'
>;

const optional = ['email', 'contact', 'result', 'closedAt', 'closedBy', 'expiresAt'];

/** Adds a request, or replaces the one with a version. False if that has changed or is gone. */
export async function savePersonRequest(
  { personRequests }: Requests,
  { _id, ...written }: WrittenRequest,
  by: string,
  version?: number,
): Promise<boolean> {
  const before =
    version === undefined ? undefined : await findPersonRequest({ personRequests }, _id);
  const { receivedAt, result } = written;
  const request = {
    ...written,
    dueAt: new Date(receivedAt.getTime() + daysToAnswer * 86_400_000),
    recordedBy: before?.recordedBy ?? by,
    version: (version ?? -1) + 1,
    ...(result && closingOf(result, by, before)),
  };
  if (version === undefined) {
    await personRequests.create({ _id, ...request });
    return true;
  }
  if ((before?.version ?? 0) !== version) return false;
  // Requests of the last release have no version until they change.
  const seen = { _id, version: before?.version ?? null } as object;
  const cleared = optional.filter((name) => !(name in request)).map((name) => [name, '']);
  const update = { $set: request, $unset: Object.fromEntries(cleared) as object };
  return (await personRequests.updateOne(seen, update)).matchedCount > 0;
}

function closingOf(result: PersonRequest['result'], by: string, before?: PersonRequest) {
  if (before?.closedAt && before.result === result) {
    const { closedAt, closedBy, expiresAt } = before;
    return { closedAt, closedBy, expiresAt };
  }
  const closedAt = new Date();
  return { closedAt, closedBy: by, expiresAt: addMonths(closedAt, requestMonths) };
}

export async function findPersonRequest(
  { personRequests }: Requests,
  id: string,
): Promise<PersonRequest | undefined> {
  return (await personRequests.findById(id).lean<PersonRequest>().exec()) ?? undefined;
}

/** All requests, or only those about an email address in any spelling, by due date. */
export function listPersonRequests(
  { personRequests }: Requests,
  email?: string,
): Promise<PersonRequest[]> {
  const filter = email ? { email: new RegExp(`^${spellingsOf(email)}$`, 'i') } : {};
  return personRequests.find(filter).sort({ dueAt: 1, _id: 1 }).lean<PersonRequest[]>().exec();
}
