import { Schema } from 'mongoose';

import { contactField, contactFieldNames } from '../contract/contact-fields.ts';
import type { ContactForm } from '../contract/contact-form.ts';
import type { Screening } from '../contract/jobs.ts';
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
  /** The result of screening; absent if the enquiry was not screened. */
  screening?: Pick<Screening, 'score' | 'reasons'>;
  noticeVersion: string;
  /** The language of the form; absent for English. */
  locale?: string;
  /** When the enquiry was accepted. */
  createdAt: Date;
  /** The API's own timestamp, if its clock was wrong. */
  claimedAt?: Date;
  storedAt: Date;
  /** When MongoDB's TTL index deletes it. */
  expiresAt: Date;
  /** Old submissions lack kinds that were added later. */
  notifications: Partial<Record<NotificationKind, NotificationState>>;
  /** Only the fields that were set; `handlingOf` adds the defaults. */
  handling?: Partial<Handling>;
  /** When a digest reported it as quarantined, or staff marked it as spam. */
  reportedAt?: Date;
  /** When a colleague assigned it; removed after the assignee is notified. Not read by default. */
  notifyOwner?: Date;
  /** The words that searches match; not read by default. */
  words?: string[];
  /** The values before the last change by staff; absent if there is nothing to undo. */
  undo?: Partial<
    Pick<ContactSubmission, 'status' | 'expiresAt' | 'reportedAt' | 'notifications' | 'notifyOwner'>
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

export const submissionSchema = new Schema<ContactSubmission>(
  {
    _id: text,
    ...Object.fromEntries(
      contactFieldNames.map((name) => [
        name,
        { type: String, required: !contactField(name).optional },
      ]),
    ),
    reference: text,
    status: { ...text, enum: submissionStatuses },
    screening: screeningSchema,
    canary: Boolean,
    noticeVersion: text,
    locale: String,
    createdAt: date,
    claimedAt: Date,
    storedAt: date,
    expiresAt: date,
    notifications: forEachKind((kind) => ({
      type: notificationSchema,
      required: notifications[kind].isAutomatic,
    })),
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
submissionSchema.index({ notifyOwner: 1 }, { sparse: true });
submissionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// For the sweep, which looks for old pending notifications of each kind.
for (const kind of notificationKinds) {
  submissionSchema.index({
    [`notifications.${kind}.status`]: 1,
    [`notifications.${kind}.updatedAt`]: 1,
  });
}
