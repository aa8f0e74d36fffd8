import { Schema, type Connection, type Model } from 'mongoose';

import type { ContactForm } from '../contract/contact-form.ts';
import type { NotificationKind, Screening } from '../contract/jobs.ts';

export const notificationStatuses = ['pending', 'sent', 'failed', 'withheld'] as const;
/** `withheld`: the submission is in quarantine, and no mail leaves for it. */
export type NotificationStatus = (typeof notificationStatuses)[number];

export const submissionStatuses = ['accepted', 'quarantined', 'released'] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

/** How far one e-mail about a submission has got. */
export interface NotificationState {
  status: NotificationStatus;
  updatedAt: Date;
  sentAt?: Date;
  /** A short code such as `smtp 550`; never an address or a server's words. */
  reason?: string;
}

/** An enquiry as MongoDB keeps it. */
export interface ContactSubmission extends ContactForm {
  /** The UUID that the enquiry was given when it was accepted. */
  _id: string;
  reference: string;
  status: SubmissionStatus;
  /** Set on what the system sent to itself, which staff never see. */
  canary?: true;
  /** What screening found; absent when it was not screened. */
  screening?: Pick<Screening, 'score' | 'reasons'>;
  noticeVersion: string;
  /** When the enquiry was accepted. */
  createdAt: Date;
  storedAt: Date;
  /** When MongoDB deletes it by itself. */
  expiresAt: Date;
  notifications: Record<NotificationKind, NotificationState>;
}

const text = { type: String, required: true };
const date = { type: Date, required: true };

const notificationSchema = new Schema<NotificationState>(
  {
    status: { ...text, enum: notificationStatuses },
    updatedAt: date,
    sentAt: Date,
    reason: String,
  },
  { _id: false },
);

const screeningSchema = new Schema<Pick<Screening, 'score' | 'reasons'>>(
  { score: { type: Number, required: true }, reasons: [String] },
  { _id: false },
);

const submissionSchema = new Schema<ContactSubmission>(
  {
    _id: text,
    firstName: text,
    lastName: text,
    email: text,
    organisation: text,
    message: text,
    reference: text,
    status: { ...text, enum: submissionStatuses },
    screening: { type: screeningSchema, required: false },
    canary: { type: Boolean, required: false },
    noticeVersion: text,
    createdAt: date,
    storedAt: date,
    expiresAt: date,
    notifications: {
      staff: { type: notificationSchema, required: true },
      acknowledgement: { type: notificationSchema, required: true },
    },
  },
  {
    versionKey: false,
    strict: 'throw',
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
  },
);

submissionSchema.index({ reference: 1 });
submissionSchema.index({ createdAt: -1, _id: -1 });
submissionSchema.index({ canary: 1 }, { sparse: true });
submissionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// The sweeper asks for what is pending and old, of each kind.
submissionSchema.index({ 'notifications.staff.status': 1, 'notifications.staff.updatedAt': 1 });
submissionSchema.index({
  'notifications.acknowledgement.status': 1,
  'notifications.acknowledgement.updatedAt': 1,
});

/** The model of `ContactSubmission`, bound to the given connection only. */
export function submissionModel(connection: Connection): Model<ContactSubmission> {
  return connection.model<ContactSubmission>('ContactSubmission', submissionSchema);
}
