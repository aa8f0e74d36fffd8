import * as z from 'zod/mini';

import { emailAddress, readEmailAddress } from '../contract/email-address.ts';
import { requestKinds, requestResults } from '../contract/person-requests.ts';
import {
  handlingShape,
  submissionStatuses,
  submissionViewSchema,
} from '../contract/submission-view.ts';

/**
 * Schemas for the data about people that the pages of the enquiries desk show, and for the input
 * that the pages accept.
 */

export const moment = z.iso.datetime();
export const count = z.number();
export const id = z.uuid();
export function line(min: number, max: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(min, `must have at least ${min} characters`),
      z.maxLength(max, `must be at most ${max} characters long`),
      z.regex(/^\P{Cc}*$/u, 'must be a single line of text'),
    );
}

export const search = line(0, 200);
/** The reason for an action, for the audit trail. */
export const reason = line(5, 200).check(z.regex(/^[^@]*$/, 'must not contain an email address'));
export const email = z
  .string()
  .check(z.overwrite(readEmailAddress), z.regex(emailAddress, 'must be an email address'));
/** A UUID, or a reference as people type it: `7F3K-92QD`, `7f3k 92qd`. */
export const name = line(8, 40);

export const partOfState = z.optional(
  z.partial(z.object({ status: z.enum(submissionStatuses), ...handlingShape })),
);

export const seen = z.object({ id, version: count });
export const personSearchSchema = z.union([z.object({ email }), z.object({ name })]);

/** A data subject request. */
export const personRequestSchema = z.object({
  id,
  who: z.string(),
  email: z.optional(z.string()),
  /** Another way to reach the person. */
  contact: z.optional(z.string()),
  kind: z.enum(requestKinds),
  receivedAt: moment,
  /** 30 days after the request was received. */
  dueAt: moment,
  recordedBy: z.string(),
  closedAt: z.optional(moment),
  closedBy: z.optional(z.string()),
  result: z.optional(z.enum(requestResults)),
  version: z._default(count, 0),
});

export const personDataSchema = z.object({
  submissions: z.array(submissionViewSchema),
  jobs: count,
  /** Rate-limit records. */
  keys: count,
  /** Emails in the outbox. */
  mails: count,
  requests: z.array(personRequestSchema),
  /** Other people's enquiries that mention the address: references, or ids of jobs. */
  mentionedIn: z.array(z.string()),
});

/** The data for the letter that answers a data subject request. */
export const answerSchema = z.object({
  ...personDataSchema.shape,
  email: z.string(),
  /** When the data was looked up. */
  at: moment,
  /** How often, and by how many people, each enquiry was opened. The keys are enquiry ids. */
  opened: z.record(z.string(), z.object({ times: count, people: count })),
  company: z.object({
    name: z.string(),
    addressLines: z.array(z.string()),
    phone: z.string(),
    email: z.string(),
    siteUrl: z.string(),
    retentionMonths: count,
    informationOfficer: z.object({ name: z.string(), email: z.string() }),
  }),
});

/** The parts of an enquiry's state that an audit record has. */
export type PartOfState = NonNullable<z.infer<typeof partOfState>>;
export type PersonSearch = z.infer<typeof personSearchSchema>;
