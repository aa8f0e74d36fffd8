import { notificationKinds } from '#contract/notifications.ts';
import { replyTargetOf } from '#contract/reply-target.ts';
import { firm } from '#firm/firm.ts';
import type { StoredEnquiry } from '#storage/enquiries.ts';
import { undecided, type NotificationState } from '#storage/submission-model.ts';
import type { Badge, Enquiry, Row } from './api.ts';
import { pick, type Decided } from './decisions.ts';

/** The working days within which the firm promises a reply; undefined if it promises none. */
export const replyTarget = replyTargetOf(firm);

export function decidedOf(enquiry: StoredEnquiry): Decided {
  const { status, marked, createdAt, handling } = enquiry;
  return { status, marked: marked === true, createdAt, ...pick({ ...undecided, ...handling }) };
}

/** The username of the colleague who closed an enquiry; null if it is not closed. */
export function closerOf({ handling }: StoredEnquiry): string | null {
  return handling.state === 'done' ? (handling.doneBy ?? handling.owner) : null;
}

function commonOf(enquiry: StoredEnquiry) {
  const { status, screening, expiresAt, handling } = enquiry;
  const isSpam = status === 'quarantined';
  return {
    ...decidedOf(enquiry),
    id: enquiry._id,
    reference: enquiry.reference,
    version: handling.version,
    channel: enquiry.channel ?? ('form' as const),
    name: [enquiry.firstName, enquiry.lastName].filter(Boolean).join(' '),
    organisation: enquiry.organisation,
    createdAt: enquiry.createdAt.toISOString(),
    dueOn: isSpam ? null : (enquiry.dueOn ?? null),
    badges: badgesOf(enquiry),
    reasons: isSpam || enquiry.marked ? (screening?.reasons ?? []) : [],
    deletedAt: isSpam ? expiresAt.toISOString() : null,
  };
}

export function rowOf(enquiry: StoredEnquiry): Row {
  const { message, handling } = enquiry;
  return { ...commonOf(enquiry), beginning: beginningOf(message), notes: handling.notes.length };
}

const beginningLength = 160;

function beginningOf(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  if (line.length <= beginningLength) return line;
  return `${line.slice(0, beginningLength).replace(/\s\S*$/, '')} …`;
}

const failureBadges = {
  acknowledgement: 'address-bounced',
  reply: 'reply-failed',
  staff: 'staff-mail-failed',
} as const;

function badgesOf({ notifications }: StoredEnquiry): Badge[] {
  const inState = (status: NotificationState['status']) =>
    notificationKinds.filter((kind) => notifications[kind]?.status === status);
  const failed = inState('failed').map((kind) => failureBadges[kind]);
  return inState('pending').length > 0 ? [...failed, 'mail-pending'] : failed;
}

export function enquiryOf(enquiry: StoredEnquiry): Enquiry {
  return {
    ...commonOf(enquiry),
    firstName: enquiry.firstName,
    lastName: enquiry.lastName,
    email: enquiry.email,
    reach: enquiry.reach ?? '',
    message: enquiry.message,
    source: enquiry.source ?? '',
    addedBy: enquiry.addedBy ?? null,
    expiresAt: enquiry.expiresAt.toISOString(),
    noticeVersion: enquiry.noticeVersion,
  };
}
