import { Schema } from 'mongoose';

import { contactFieldNames } from '#contract/contact-fields.ts';
import type { ContactForm } from '#contract/contact-form.ts';
import { notificationKinds, type NotificationKind } from '#contract/notifications.ts';
import type { Screening } from '#contract/screening.ts';
import { submissionStatuses, type notificationStatuses } from '#contract/submission-view.ts';
import { date, schemaOptions, text } from './schemas.ts';

export type SubmissionStatus = (typeof submissionStatuses)[number];

export interface NotificationState {
  /** `withheld`: not sent, because the submission is quarantined or for the stored `reason`. */
  status: (typeof notificationStatuses)[number];
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

export interface Note {
  id: string;
  /** A username. */
  by: string;
  at: Date;
  text: string;
}

interface Reply extends Note {
  /** The author's display name at the time. */
  name: string;
  /** Its delivery, once there is a later reply; until then in `notifications.reply`. */
  outcome?: NotificationState;
}

export interface Handling {
  state: 'new' | 'open' | 'waiting' | 'done';
  /** The username of the colleague it is assigned to. */
  owner: string | null;
  /** The day on which a waiting enquiry returns to the list of that colleague. */
  followUp: string | null;
  /** The day on which staff first answered: by a reply, by phone or from another program. */
  answeredOn: string | null;
  tags: string[];
  /** The references of enquiries that staff linked to this one with the last release. */
  linked: string[];
  notes: Note[];
  replies: Reply[];
  doneAt: Date | null;
  doneBy: string | null;
  version: number;
}

/** What staff have decided about a new enquiry. Stored enquiries may lack what came later. */
export const undecided = {
  state: 'new',
  owner: null,
  followUp: null,
  answeredOn: null,
  tags: [],
} satisfies Partial<Handling>;

/** An enquiry, as one document of the collection `contactsubmissions`. */
export interface ContactSubmission extends ContactForm {
  _id: string;
  reference: string;
  status: SubmissionStatus;
  /** Set on the test enquiries of 0.1.0. */
  canary?: true;
  /** Set on possible spam, until staff say that it is not. */
  marked?: true;
  screening?: Pick<Screening, 'score' | 'reasons'>;
  /** How it came; absent for the form in older records. */
  channel?: 'form' | 'phone' | 'letter' | 'meeting';
  /** A phone number or a postal address, if a colleague added it. */
  reach?: string;
  /** From whom a colleague had it, if not from the person. */
  source?: string;
  addedBy?: string;
  /** The last day for a reply; null if none is promised. */
  dueOn?: string | null;
  /** When staff or the delivery of an email last changed it. */
  changedAt?: Date;
  noticeVersion: string;
  /** When the enquiry was accepted. */
  createdAt: Date;
  storedAt: Date;
  expiresAt: Date;
  /** Old submissions lack kinds that were added later. */
  notifications: Partial<Record<NotificationKind, NotificationState>>;
  webhook?: NotificationState;
  /** Complete, except for enquiries that the last release stored (migrate.ts). */
  handling?: Partial<Handling>;
  /** When a digest reported it as quarantined, or staff marked it as spam. */
  reportedAt?: Date;
  /** When a colleague assigned it; removed after the assignee is notified. Not read by default. */
  notifyOwner?: Date;
  words?: string[];
  /** What a desk of the last release would undo; removed by the migration. */
  undo?: unknown;
}

const { Mixed } = Schema.Types;

export const submissionSchema = new Schema<ContactSubmission>(
  {
    _id: text,
    // The API, or the desk for those that a colleague adds, has checked which may be empty.
    ...Object.fromEntries(contactFieldNames.map((name) => [name, String])),
    reference: text,
    status: { ...text, enum: submissionStatuses },
    screening: Mixed,
    canary: Boolean,
    marked: Boolean,
    channel: String,
    reach: String,
    source: String,
    addedBy: String,
    dueOn: String,
    changedAt: Date,
    noticeVersion: text,
    createdAt: date,
    storedAt: date,
    expiresAt: date,
    notifications: Mixed,
    webhook: Mixed,
    handling: Mixed,
    reportedAt: Date,
    notifyOwner: { type: Date, select: false },
    words: { type: [String], select: false, default: undefined },
    undo: Mixed,
  },
  schemaOptions,
);

submissionSchema.index({ reference: 1 });
submissionSchema.index({ words: 1 });
submissionSchema.index({ email: 1, createdAt: -1 });
submissionSchema.index({ createdAt: -1, _id: -1 });
// For the lists of the desk, and for links that the last release stored.
const handlingFields = [...Object.keys(undecided), 'linked'].map((name) => `handling.${name}`);
for (const field of ['status', ...handlingFields]) {
  submissionSchema.index({ [field]: 1, createdAt: -1, _id: -1 });
}
// For the counts of the lists, and for the pulse of the pages.
submissionSchema.index({ status: 1, 'handling.state': 1, 'handling.owner': 1, marked: 1 });
submissionSchema.index({ changedAt: -1 });
submissionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// For the sweep, which looks for old pending notifications of each kind.
for (const kind of notificationKinds.map((name) => `notifications.${name}`)) {
  submissionSchema.index({ [`${kind}.status`]: 1, [`${kind}.updatedAt`]: 1 });
}
submissionSchema.index({ 'webhook.status': 1, 'webhook.updatedAt': 1 }, { sparse: true });
submissionSchema.index({ marked: 1, createdAt: -1 }, { sparse: true });
submissionSchema.index({ notifyOwner: 1 }, { sparse: true });
submissionSchema.index({ canary: 1 }, { sparse: true });
