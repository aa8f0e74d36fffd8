import { Schema } from 'mongoose';

import {
  contactField,
  contactFieldNames,
  type ContactFieldName,
} from '../contract/contact-fields.ts';
import { forEachKind, notificationKinds, notifications } from '../contract/notifications.ts';
import type { Screening } from '../contract/screening.ts';
import { date, schemaOptions, text } from './schemas.ts';
import type {
  ContactSubmission,
  Handling,
  Note,
  NotificationState,
  Reply,
} from './submission-model.ts';

const notificationStatuses = ['pending', 'sent', 'failed', 'withheld'];
const submissionStatuses = ['accepted', 'quarantined', 'released'];

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

/** What staff decide. The desk checks the values; old enquiries lack fields that were added later. */
const decisions = {
  state: String,
  owner: String,
  followUp: String,
  answeredOn: String,
  tags: { type: [String], default: undefined },
  linked: { type: [String], default: undefined },
};

const note = { id: text, by: text, at: date, text };
const noteSchema = new Schema<Note>(note, { _id: false });
const replySchema = new Schema<Reply>(
  { ...note, name: text, outcome: notificationSchema },
  { _id: false },
);

const screeningSchema = new Schema<Pick<Screening, 'score' | 'reasons'>>(
  { score: { type: Number, required: true }, reasons: [String] },
  { _id: false },
);

const handlingSchema = new Schema<Partial<Handling>>(
  {
    ...decisions,
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
    undo: Schema.Types.Mixed,
  },
  schemaOptions,
);

submissionSchema.index({ reference: 1 });
submissionSchema.index({ words: 1 });
submissionSchema.index({ createdAt: -1, _id: -1 });
// For the lists of the enquiries desk, newest first.
for (const field of [...Object.keys(decisions).map((name) => `handling.${name}`), 'status']) {
  submissionSchema.index({ [field]: 1, createdAt: -1, _id: -1 });
}
// Covers the query that counts the enquiries per list.
submissionSchema.index({
  canary: 1,
  status: 1,
  'handling.state': 1,
  'handling.owner': 1,
  'handling.followUp': 1,
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
