import * as z from 'zod/mini';

import { emailAddress, readEmailAddress } from '../contract/email-address.ts';
import { notificationKinds } from '../contract/notifications.ts';
import { requestKinds, requestResults } from '../contract/person-requests.ts';
import {
  handlingSchema,
  handlingShape,
  submissionStatuses,
  submissionViewSchema,
} from '../contract/submission-view.ts';

/**
 * Schemas for the data about enquiries and people that the pages of the enquiries desk show, and
 * for the input that the pages accept.
 */

interface BadgeDefinition {
  words: string;
  /** Whether staff have to act. */
  isSevere?: boolean;
}

const badges = {
  'address-bounced': { words: 'Acknowledgement bounced', isSevere: true },
  'reply-failed': { words: 'Reply not delivered', isSevere: true },
  'staff-mail-failed': { words: 'Staff notification failed', isSevere: true },
  'mail-pending': { words: 'Email not sent yet' },
  marked: { words: 'Possible spam' },
} as const satisfies Record<string, BadgeDefinition>;

export type Badge = keyof typeof badges;

export const moment = z.iso.datetime();
export const count = z.number();
export const id = z.uuid();
/** The maximum number of enquiries per request. */
const maxPerRequest = 200;
export const ids = z.array(id).check(z.minLength(1), z.maxLength(maxPerRequest));

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
export const username = line(3, 64);
/** A UUID, or a reference as people type it: `7F3K-92QD`, `7f3k 92qd`. */
export const name = line(8, 40);

/** An enquiry in a list. */
export const rowSchema = z.object({
  id,
  reference: z.string(),
  status: z.enum(submissionStatuses),
  name: z.string(),
  organisation: z.string(),
  /** The first words of the message, on one line. */
  beginning: z.string(),
  createdAt: moment,
  ...handlingShape,
  version: count,
  /** The last day for a reply. Set if the firm promises a reply time, except for spam. */
  replyDueOn: z.optional(z.iso.date()),
  notes: count,
  /** A username; empty if the enquiry is not closed. */
  closedBy: z.string(),
  badges: z.array(z.enum(Object.keys(badges) as Badge[])),
  /** Whether it is possible spam, and why. */
  marked: z.optional(z.boolean()),
  reasons: z.array(z.string()),
  /** Set while the enquiry is quarantined: until when it is kept. */
  quarantine: z.optional(z.object({ until: moment })),
});

export const partOfState = z.optional(
  z.partial(z.object({ status: z.enum(submissionStatuses), ...handlingShape })),
);

/** An event in the history of an enquiry. */
export const eventSchema = z.object({
  at: moment,
  /** The name of a staff action or of a system event, from which the pages make a sentence. */
  what: z.string(),
  /**
   * The actor as in the audit trail: a username or, for a command, a name such as `cli:root/naledi`.
   */
  by: z.optional(z.string()),
  kind: z.optional(z.enum(notificationKinds)),
  /**
   * Why an email failed or was withheld, such as `smtp 550`, or why the enquiry is spam. Never
   * contains what a visitor typed.
   */
  detail: z.optional(z.string()),
  /** The state before and after a change by staff. */
  from: partOfState,
  to: partOfState,
  /** Details of the action, such as the names of the corrected fields. */
  conditions: z.optional(z.array(z.string())),
  /** False if the action failed, was refused or was interrupted. */
  done: z.optional(z.boolean()),
  /** Whether staff may have to act on it. */
  isSevere: z.optional(z.boolean()),
});

export const refusalSchema = z.object({
  id,
  reason: z.enum(['denied', 'not-found', 'conflict', 'invalid', 'unavailable']),
  /** Shown to the user. */
  sentence: z.string(),
  /** The current state of the enquiry, if a colleague has changed it. */
  current: z.optional(
    z.extend(handlingSchema, {
      status: z.enum(submissionStatuses),
      marked: z.optional(z.boolean()),
    }),
  ),
});

/**
 * The result for each enquiry. If all were refused, the first refusal determines the HTTP status.
 */
export const changedSchema = z.object({
  done: z.array(
    z.object({
      id,
      after: handlingSchema,
      canUndo: z.boolean(),
      status: z.enum(submissionStatuses),
    }),
  ),
  refused: z.array(refusalSchema),
});

export const seen = z.object({ id, version: count });
export const items = z.array(seen).check(z.minLength(1), z.maxLength(maxPerRequest));
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

export type EnquiryRow = z.infer<typeof rowSchema>;
export type TimelineEvent = z.infer<typeof eventSchema>;
export type PersonSearch = z.infer<typeof personSearchSchema>;
