import * as z from 'zod/mini';

import { contactFieldNames, type ContactFieldName } from './contact-fields.ts';
import { notificationKinds } from './notifications.ts';

export const notificationStatuses = ['pending', 'sent', 'failed', 'withheld'] as const;
export const submissionStatuses = ['accepted', 'quarantined', 'released'] as const;
const handlingStates = ['new', 'open', 'waiting', 'done'] as const;

const moment = z.iso.datetime();

const notificationSchema = z.object({
  status: z.enum(notificationStatuses),
  updatedAt: moment,
  sentAt: z.optional(moment),
  reason: z.optional(z.string()),
  replyId: z.optional(z.uuid()),
  earlier: z.optional(z.array(z.object({ at: moment, reason: z.string() }))),
});
const notificationsSchema = z.partialRecord(z.enum(notificationKinds), notificationSchema);

/**
 * What staff decide about an enquiry. Schemas and storage are derived from this table; `initial` is
 * the value until staff change it.
 */
export const handlingFields = {
  state: { schema: z.enum(handlingStates), initial: 'new' },
  owner: { schema: z.nullable(z.string()), initial: null },
  /** The day on which a waiting enquiry returns to the list of the person it is assigned to. */
  followUp: { schema: z.nullable(z.iso.date()), initial: null },
  /** The day on which staff first answered: by a reply, by phone or from another program. */
  answeredOn: { schema: z.nullable(z.iso.date()), initial: null },
  tags: { schema: z.array(z.string()), initial: [] as string[] },
  /** The references of enquiries that staff linked to this one. */
  linked: { schema: z.array(z.string()), initial: [] as string[] },
} as const satisfies Record<string, { schema: z.ZodMiniType; initial: string | null | string[] }>;

type HandlingField = keyof typeof handlingFields;
export type HandlingValues = {
  [Name in HandlingField]: z.infer<(typeof handlingFields)[Name]['schema']>;
};

export const handlingShape = Object.fromEntries(
  Object.entries(handlingFields).map(([name, { schema }]) => [name, schema]),
) as { [Name in HandlingField]: (typeof handlingFields)[Name]['schema'] };

const replySchema = z.object({
  id: z.uuid(),
  by: z.string(),
  /** The author's display name at the time. */
  name: z.string(),
  at: moment,
  text: z.string(),
  /** The delivery status of this reply. Only stored here if there is a later reply. */
  outcome: z.optional(notificationSchema),
});

const closingShape = {
  doneAt: z.nullable(moment),
  /** Who closed the enquiry; null if it is open, or was closed before this field existed. */
  doneBy: z.nullable(z.string()),
};

const handlingSchema = z.object({
  ...handlingShape,
  notes: z.array(z.object({ id: z.uuid(), by: z.string(), at: moment, text: z.string() })),
  /** Oldest first; the delivery status of the last one is among the notifications. */
  replies: z.array(replySchema),
  ...closingShape,
  version: z.number(),
});

/** What was typed into each field. Enquiries that a colleague added may lack some. */
const texts = Object.fromEntries(
  contactFieldNames.map((name) => [name, z._default(z.string(), '')]),
) as Record<ContactFieldName, z.ZodMiniDefault<z.ZodMiniString>>;

/** A submission as returned to staff by `GET /api/contact-submissions/:id`. */
export const submissionViewSchema = z.object({
  id: z.uuid(),
  ...texts,
  reference: z.string(),
  status: z.enum(submissionStatuses),
  /** Whether it is possible spam. */
  marked: z.optional(z.literal(true)),
  screening: z.optional(z.object({ score: z.number(), reasons: z.array(z.string()) })),
  /** A phone number or a postal address, of an enquiry that a colleague added. */
  reach: z.optional(z.string()),
  /** From whom a colleague had it, if not from the person. */
  source: z.optional(z.string()),
  noticeVersion: z.string(),
  createdAt: moment,
  /** The API's own timestamp, if its clock was wrong. */
  claimedAt: z.optional(moment),
  storedAt: moment,
  expiresAt: moment,
  notifications: notificationsSchema,
  /** Absent fields have their defaults: state `new`, version 0. */
  handling: z.optional(z.partial(handlingSchema)),
  /** When a digest reported the submission as quarantined. */
  reportedAt: z.optional(moment),
});
