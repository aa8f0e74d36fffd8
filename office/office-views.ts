import * as z from 'zod/mini';

import { emailAddress } from '../contract/email-address.ts';
import { notificationKinds } from '../contract/notifications.ts';
import { requestKinds, requestResults } from '../contract/person-requests.ts';
import {
  handlingSchema,
  handlingShape,
  submissionStatuses,
  submissionViewSchema,
} from '../contract/submission-view.ts';

/** What the pages of the office show of enquiries and people, and what may be typed there. */

interface BadgeDefinition {
  words: string;
  /** Whether somebody has to do something about it. */
  isSevere?: boolean;
}

/** What the list marks about an enquiry. */
const badges = {
  'address-bounced': { words: 'Acknowledgement bounced', isSevere: true },
  'staff-mail-failed': { words: 'Staff notification failed', isSevere: true },
  'mail-pending': { words: 'Email not sent yet' },
  suspicious: { words: 'May be spam' },
} as const satisfies Record<string, BadgeDefinition>;

export function badgeOf(badge: Badge): BadgeDefinition {
  return badges[badge];
}

export type Badge = keyof typeof badges;

export const moment = z.iso.datetime();
export const count = z.number();
export const id = z.uuid();
/** How many enquiries one request may change. */
export const mostAtOnce = 200;
export const ids = z.array(id).check(z.minLength(1), z.maxLength(mostAtOnce));

export function line(least: number, most: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(least, `must have at least ${least} characters`),
      z.maxLength(most, `must have at most ${most} characters`),
      z.regex(/^\P{Cc}*$/u, 'must be a single line of text'),
    );
}

export const search = line(0, 200);
/** Why something is done, for the audit trail. */
export const reason = line(5, 200).check(z.regex(/^[^@]*$/, 'must not contain an email address'));
export const email = z.string().check(z.trim(), z.regex(emailAddress, 'must be an email address'));
export const username = line(3, 64);
/** A UUID, or a reference as it is said: `7F3K-92QD`, `7f3k 92qd`. */
export const name = line(8, 40);

/** What a list shows of an enquiry. */
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
  /** How many there are. */
  notes: count,
  badges: z.array(z.enum(Object.keys(badges) as Badge[])),
  /** While it is held as spam: why, and until when it is kept. */
  held: z.optional(z.object({ reasons: z.array(z.string()), until: moment })),
});

/** A part of the state of an enquiry. */
export const partOfState = z.optional(
  z.partial(z.object({ status: z.enum(submissionStatuses), ...handlingShape })),
);

/** What has happened to an enquiry, oldest first; `by` is a username, or how it was done. */
export const eventSchema = z.object({
  at: moment,
  /** Of staff the name of an action, else what the system did: pages know words for both. */
  what: z.string(),
  by: z.optional(z.string()),
  kind: z.optional(z.enum(notificationKinds)),
  /** Such as `smtp 550`. Nothing that was typed. */
  detail: z.optional(z.string()),
  /** What a change of staff has changed, before and after it. */
  from: partOfState,
  to: partOfState,
  /** Such as the names of the fields that were corrected. */
  conditions: z.optional(z.array(z.string())),
  /** False where it was begun and did not succeed. */
  done: z.optional(z.boolean()),
  /** Whether somebody may have to do something about it. */
  isSevere: z.optional(z.boolean()),
});

export const refusalSchema = z.object({
  id,
  reason: z.enum(['not-found', 'conflict', 'invalid', 'unavailable']),
  /** For the reader. */
  sentence: z.string(),
  /** As it is now, where a colleague has changed it meanwhile. */
  current: z.optional(handlingSchema),
});

/** What became of each enquiry. Where none was changed the status is that of the first refusal. */
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
export const items = z.array(seen).check(z.minLength(1), z.maxLength(mostAtOnce));
export const soughtSchema = z.union([z.object({ email }), z.object({ name })]);

/** A request of a person about what is held of them. */
export const personRequestSchema = z.object({
  id,
  who: z.string(),
  email: z.string(),
  kind: z.enum(requestKinds),
  receivedAt: moment,
  /** 30 days later. */
  dueAt: moment,
  recordedBy: z.string(),
  closedAt: z.optional(moment),
  closedBy: z.optional(z.string()),
  result: z.optional(z.enum(requestResults)),
});

export const heldSchema = z.object({
  submissions: z.array(submissionViewSchema),
  /** How many of each there are in the queue and in the folder of mails that were never sent. */
  jobs: count,
  keys: count,
  mails: count,
  requests: z.array(personRequestSchema),
  /** Enquiries of others that name the address: references, or ids of jobs. */
  mentionedIn: z.array(z.string()),
});

export type EnquiryRow = z.infer<typeof rowSchema>;
export type TimelineEvent = z.infer<typeof eventSchema>;
export type Changed = z.infer<typeof changedSchema>;
export type Refusal = z.infer<typeof refusalSchema>;
export type Sought = z.infer<typeof soughtSchema>;
