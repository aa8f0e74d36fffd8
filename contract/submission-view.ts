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

/** How staff have handled a submission. */
export const handlingSchema = z.object({
  state: z.enum(handlingStates),
  /** The username it is assigned to; null if unassigned. */
  owner: z.nullable(z.string()),
  notes: z.array(z.object({ id: z.uuid(), by: z.string(), at: moment, text: z.string() })),
  doneAt: z.nullable(moment),
  /** Incremented with each change. */
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
  /** The API's own timestamp, if its clock was wrong. */
  claimedAt: z.optional(moment),
  storedAt: moment,
  expiresAt: moment,
  notifications: notificationsSchema,
  /** Absent fields have their defaults: state `new`, version 0. */
  handling: z.optional(z.partial(handlingSchema)),
  /** When a digest told staff that it is in quarantine. */
  toldAt: z.optional(moment),
  /** Its state before it was last quarantined or released, for undo. */
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
