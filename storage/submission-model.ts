import type { ContactForm } from '../contract/contact-form.ts';
import type { Screening } from '../contract/screening.ts';
import type { NotificationKind } from '../contract/notifications.ts';
import type {
  HandlingValues,
  notificationStatuses,
  submissionStatuses,
} from '../contract/submission-view.ts';

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
