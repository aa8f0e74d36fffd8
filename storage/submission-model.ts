import { Schema } from 'mongoose';

import {
  contactField,
  contactFieldNames,
  type ContactFieldName,
} from '../contract/contact-fields.ts';
import type { ContactForm } from '../contract/contact-form.ts';
import type { Screening } from '../contract/screening.ts';
import {
  forEachKind,
  notificationKinds,
  notifications,
  type NotificationKind,
} from '../contract/notifications.ts';
import {
  countedFields,
  handlingFieldNames,
  handlingFields,
  notificationStatuses,
  submissionStatuses,
  type HandlingValues,
} from '../contract/submission-view.ts';
import { date, schemaOptions, text } from './schemas.ts';

/**
 * `withheld`: not sent, because the submission is quarantined or for the stored `reason`.
 */
type NotificationStatus = (typeof notificationStatuses)[number];

export type SubmissionStatus = (typeof submissionStatuses)[number];

export interface Note {
  /** A UUID. */
  id: string;
  /** A username. */
  by: string;
  at: Date;
  text: string;
}

export interface Reply extends Note {
  /** The author's display name at the time. */
  name: string;
  /**
   * The delivery status. It is stored here when staff send the next reply; until then, it is in
   * `notifications.reply`.
   */
  outcome?: NotificationState;
}

export interface Handling extends HandlingValues {
  notes: Note[];
  /** Oldest first. */
  replies: Reply[];
  doneAt: Date | null;
  /**
   * The username of the person who closed the enquiry; null if it is not closed. Also null if it
   * was closed by an earlier version of the product.
   */
  doneBy: string | null;
  /** Incremented with each change, to detect concurrent changes. */
  version: number;
}

export interface NotificationState {
  status: NotificationStatus;
  updatedAt: Date;
  /** When its recipients received it, or while it is pending, when the first of them did. */
  sentAt?: Date;
  /** The times of copies that the mail server did not confirm, but may have delivered. */
  unconfirmed?: Date[];
  /** A short code such as `smtp 550`; never an address or a server's message. */
  reason?: string;
  /** Failures before the notification was retried or withheld. */
  earlier?: { at: Date; reason: string }[];
  replyId?: string;
}

export interface ContactSubmission extends ContactForm {
  /** The UUID assigned when the enquiry was accepted. */
  _id: string;
  reference: string;
  status: SubmissionStatus;
  /** Set on the test enquiries of 0.1.0, which the worker deletes. */
  canary?: true;
  /** Set on possible spam, until staff say that it is not. */
  marked?: true;
  /** The result of screening; absent if the enquiry was not screened. */
  screening?: Pick<Screening, 'score' | 'reasons'>;
  /** How it came; absent for the form in older records. */
  channel?: 'form' | 'phone' | 'letter' | 'meeting';
  /** A phone number or a postal address, if a colleague added it. */
  reach?: string;
  /** From whom a colleague had it, if not from the person. */
  source?: string;
  /** The username of the colleague who added it. */
  addedBy?: string;
  /** The last day for a reply; null if none is promised. */
  dueOn?: string | null;
  /** When staff or the delivery of an email last changed it. */
  changedAt?: Date;
  noticeVersion: string;
  /** When the enquiry was accepted. */
  createdAt: Date;
  /** The API's own timestamp, if its clock was wrong. */
  claimedAt?: Date;
  storedAt: Date;
  /** When MongoDB's TTL index deletes it. */
  expiresAt: Date;
  /** Old submissions lack kinds that were added later. */
  notifications: Partial<Record<NotificationKind, NotificationState>>;
  /** The webhook about it; absent if there was no WEBHOOK_URL. */
  webhook?: NotificationState;
  /** Complete, except for enquiries that the last release stored (enquiry-defaults.ts). */
  handling?: Partial<Handling>;
  /** When a digest reported it as quarantined, or staff marked it as spam. */
  reportedAt?: Date;
  /** When a colleague assigned it; removed after the assignee is notified. Not read by default. */
  notifyOwner?: Date;
  /** The words that searches match; not read by default. */
  words?: string[];
  /** The values before the last change by staff; absent if there is nothing to undo. */
  undo?: Partial<
    Pick<
      ContactSubmission,
      'status' | 'marked' | 'expiresAt' | 'reportedAt' | 'notifications' | 'notifyOwner'
    >
  > & {
    handling?: Partial<HandlingValues & Pick<Handling, 'doneAt' | 'doneBy' | 'replies'>>;
  };
}

const notificationSchema = new Schema<NotificationState>(
  {
    status: { ...text, enum: notificationStatuses },
    updatedAt: date,
    sentAt: Date,
    unconfirmed: { type: [Date], default: undefined },
    reason: String,
    earlier: {
      type: [new Schema({ at: date, reason: { type: String, default: '' } }, { _id: false })],
      default: undefined,
    },
    replyId: String,
  },
  { _id: false },
);

const fieldTypes = Object.fromEntries(
  handlingFieldNames.map((name): [string, object] => {
    const { schema, initial } = handlingFields[name];
    const validate = (value: unknown) => schema.safeParse(value).success;
    if (Array.isArray(initial)) return [name, { type: [String], default: undefined, validate }];
    return [name, { type: String, validate }];
  }),
);

const note = { id: text, by: text, at: date, text };
const noteSchema = new Schema<Note>(note, { _id: false });
const replySchema = new Schema<Reply>(
  { ...note, name: text, outcome: notificationSchema },
  { _id: false },
);

const undoSchema = new Schema<ContactSubmission['undo']>(
  {
    status: { type: String, enum: submissionStatuses },
    marked: Boolean,
    expiresAt: Date,
    reportedAt: Date,
    notifyOwner: Date,
    notifications: forEachKind(() => notificationSchema),
    handling: new Schema(
      {
        ...fieldTypes,
        doneAt: Date,
        doneBy: String,
        replies: { type: [replySchema], default: undefined },
      },
      { _id: false },
    ),
  },
  { _id: false },
);

const screeningSchema = new Schema<Pick<Screening, 'score' | 'reasons'>>(
  { score: { type: Number, required: true }, reasons: [String] },
  { _id: false },
);

const handlingSchema = new Schema<Partial<Handling>>(
  {
    ...fieldTypes,
    notes: { type: [noteSchema], default: undefined },
    replies: { type: [replySchema], default: undefined },
    doneAt: Date,
    doneBy: String,
    version: Number,
  },
  { _id: false },
);

/** Only the form requires every field: of a phone call, a name and what was said are enough. */
function isRequired(name: ContactFieldName) {
  return function (this: Partial<ContactSubmission>): boolean {
    const isForm = (this.channel ?? 'form') === 'form';
    return isForm && !contactField(name).optional;
  };
}

export const submissionSchema = new Schema<ContactSubmission>(
  {
    _id: text,
    ...Object.fromEntries(
      contactFieldNames.map((name) => [name, { type: String, required: isRequired(name) }]),
    ),
    reference: text,
    status: { ...text, enum: submissionStatuses },
    screening: screeningSchema,
    canary: Boolean,
    marked: Boolean,
    channel: { type: String, enum: ['form', 'phone', 'letter', 'meeting'] },
    reach: String,
    source: String,
    addedBy: String,
    dueOn: String,
    changedAt: Date,
    noticeVersion: text,
    createdAt: date,
    claimedAt: Date,
    storedAt: date,
    expiresAt: date,
    notifications: forEachKind((kind) => ({
      type: notificationSchema,
      required: notifications[kind].isAutomatic,
    })),
    webhook: notificationSchema,
    handling: handlingSchema,
    reportedAt: Date,
    notifyOwner: { type: Date, select: false },
    words: { type: [String], select: false, default: undefined },
    undo: undoSchema,
  },
  schemaOptions,
);

submissionSchema.index({ reference: 1 });
submissionSchema.index({ words: 1 });
submissionSchema.index({ createdAt: -1, _id: -1 });
// For the lists of the enquiries desk, newest first.
for (const field of [...handlingFieldNames.map((name) => `handling.${name}`), 'status']) {
  submissionSchema.index({ [field]: 1, createdAt: -1, _id: -1 });
}
// Covers the query that counts the enquiries per list.
submissionSchema.index({
  canary: 1,
  status: 1,
  ...Object.fromEntries(countedFields.map((name) => [`handling.${name}`, 1] as const)),
});
submissionSchema.index({ email: 1, createdAt: -1 });
submissionSchema.index({ canary: 1 }, { sparse: true });
// For the lists of the enquiries desk and their counts, and for its pulse.
submissionSchema.index({ status: 1, 'handling.state': 1, 'handling.owner': 1, marked: 1 });
submissionSchema.index({ changedAt: -1 });
submissionSchema.index({ marked: 1, createdAt: -1 }, { sparse: true });
submissionSchema.index({ notifyOwner: 1 }, { sparse: true });
submissionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
submissionSchema.index({ 'webhook.status': 1, 'webhook.updatedAt': 1 }, { sparse: true });
// For the sweep, which looks for old pending notifications of each kind.
for (const kind of notificationKinds) {
  submissionSchema.index({
    [`notifications.${kind}.status`]: 1,
    [`notifications.${kind}.updatedAt`]: 1,
  });
}
