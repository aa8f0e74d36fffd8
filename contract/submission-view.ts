import * as z from 'zod/mini';

import { contactFormSchema } from './contact-form.ts';
import { notificationKinds } from './notifications.ts';

export const notificationStatuses = ['pending', 'sent', 'failed', 'withheld'] as const;
export const submissionStatuses = ['accepted', 'quarantined', 'released'] as const;
export const handlingStates = ['new', 'open', 'done'] as const;

const moment = z.iso.datetime();

const notificationSchema = z.object({
  status: z.enum(notificationStatuses),
  updatedAt: moment,
  sentAt: z.optional(moment),
  reason: z.optional(z.string()),
  /** When and why it failed before. */
  earlier: z.optional(z.array(z.object({ at: moment, reason: z.string() }))),
});
const notificationsSchema = z.partialRecord(z.enum(notificationKinds), notificationSchema);

/** What staff have done about a submission. */
export const handlingSchema = z.object({
  state: z.enum(handlingStates),
  /** A username; null while nobody has taken it. */
  owner: z.nullable(z.string()),
  notes: z.array(z.object({ id: z.uuid(), by: z.string(), at: moment, text: z.string() })),
  doneAt: z.nullable(moment),
  /** Grows by one with each change. */
  version: z.number(),
});

/** A submission as staff get it from `GET /api/contact-submissions/:id`. */
export const submissionViewSchema = z.object({
  id: z.uuid(),
  ...contactFormSchema.shape,
  reference: z.string(),
  status: z.enum(submissionStatuses),
  screening: z.optional(z.object({ score: z.number(), reasons: z.array(z.string()) })),
  noticeVersion: z.string(),
  createdAt: moment,
  /** What the API said of that, if it cannot be: its clock was wrong. */
  claimedAt: z.optional(moment),
  storedAt: moment,
  expiresAt: moment,
  notifications: notificationsSchema,
  /** What was ever set of it: without a state it is new, without a version in version 0. */
  handling: z.optional(z.partial(handlingSchema)),
  /** When staff were told that it is held back. */
  toldAt: z.optional(moment),
  /** How it was before it was last held back or released, until that is undone. */
  undo: z.optional(
    z.object({
      status: z.enum(submissionStatuses),
      expiresAt: moment,
      toldAt: z.optional(moment),
      notifications: z.optional(notificationsSchema),
    }),
  ),
});

/** A page of submissions, newest first. */
export const submissionPageSchema = z.object({
  submissions: z.array(submissionViewSchema),
  nextCursor: z.nullable(z.string()),
});
