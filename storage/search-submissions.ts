import type { Database } from './connection.ts';
import type { ContactSubmission, SubmissionStatus } from './submission-model.ts';

/** Where a page of submissions ended. */
export type Position = Pick<ContactSubmission, 'createdAt' | '_id'>;

/** Which submissions are wanted. Every condition that is given has to hold. */
export interface SubmissionFilter {
  /** Text that a name, the address, the organisation, the message or the reference contains. */
  text?: string;
  /** The address that it came from, whatever its case. */
  email?: string;
  from?: Date;
  /** The first moment that is too late. */
  to?: Date;
  status?: SubmissionStatus;
}

const searched = ['firstName', 'lastName', 'email', 'organisation', 'message', 'reference'];

/** Reads a page of submissions, newest first, from behind a position on. */
export function searchSubmissions(
  { submissions }: Database,
  filter: SubmissionFilter,
  { limit, after }: { limit: number; after?: Position },
): Promise<ContactSubmission[]> {
  return submissions
    .find(conditionsOf(filter, after))
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean<ContactSubmission[]>()
    .exec();
}

/** How many submissions there are. */
export function countSubmissions(
  { submissions }: Database,
  filter: SubmissionFilter,
): Promise<number> {
  return submissions.countDocuments(conditionsOf(filter)).exec();
}

function conditionsOf(filter: SubmissionFilter, after?: Position): object {
  const { text, email, from, to, status } = filter;
  const conditions: object[] = [{ canary: { $ne: true } }];
  if (text) conditions.push({ $or: searched.map((field) => ({ [field]: containing(text) })) });
  if (email) conditions.push({ email: new RegExp(`^${escapeRegExp(email)}$`, 'i') });
  if (from) conditions.push({ createdAt: { $gte: from } });
  if (to) conditions.push({ createdAt: { $lt: to } });
  if (status) conditions.push({ status });
  if (after) {
    const { createdAt, _id } = after;
    conditions.push({
      $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: _id } }],
    });
  }
  return { $and: conditions };
}

function containing(text: string): RegExp {
  return new RegExp(escapeRegExp(text), 'i');
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
