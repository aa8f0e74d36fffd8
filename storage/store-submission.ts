import type { ContactForm } from '../contract/contact-form.ts';
import type { Screening } from '../contract/jobs.ts';
import { referenceOf } from '../contract/reference.ts';
import { addMonths } from './add-months.ts';
import type { Database } from './connection.ts';
import type { ContactSubmission } from './submission-model.ts';

/** How long MongoDB keeps a submission that nobody releases from quarantine. */
export const quarantineDays = 30;
/** How long MongoDB keeps what the system sent to itself. */
const canaryDays = 1;
const dayInMilliseconds = 86_400_000;

/** An enquiry as it was accepted. */
export interface AcceptedSubmission {
  id: string;
  acceptedAt: Date;
  noticeVersion: string;
  form: ContactForm;
  screening?: Screening;
  canary?: boolean;
  /** After how many months MongoDB deletes it. */
  retentionMonths: number;
}

/**
 * Stores a submission with both its notifications pending, or withheld if it is in quarantine,
 * and resolves when a majority has it on disk. Repeating it changes nothing, so that a retry never
 * resets a notification. What is stored in the same turn of the event loop is stored together.
 *
 * @returns whether this call stored it; false if it had been stored before.
 */
export async function storeSubmission(
  database: Database,
  submission: AcceptedSubmission,
): Promise<boolean> {
  const { id, acceptedAt, noticeVersion, form, screening, canary = false } = submission;
  const storedAt = new Date();
  const quarantined = screening?.quarantined ?? false;
  const notification = {
    status: quarantined ? 'withheld' : 'pending',
    updatedAt: storedAt,
  } as const;
  const acknowledgement = canary
    ? ({ status: 'withheld', updatedAt: storedAt } as const)
    : notification;
  const document: ContactSubmission = {
    _id: id,
    firstName: form.firstName,
    lastName: form.lastName,
    email: form.email,
    organisation: form.organisation,
    message: form.message,
    reference: referenceOf(id),
    status: quarantined ? 'quarantined' : 'accepted',
    ...(screening ? { screening: { score: screening.score, reasons: screening.reasons } } : {}),
    ...(canary ? { canary } : {}),
    noticeVersion,
    createdAt: acceptedAt,
    storedAt,
    expiresAt: expiryOf(submission),
    notifications: { staff: notification, acknowledgement },
  };
  await database.submissions.validate(document);
  const outcome = await database.insertSubmission(document);
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

function expiryOf({ acceptedAt, canary, screening, retentionMonths }: AcceptedSubmission): Date {
  const days = canary ? canaryDays : screening?.quarantined ? quarantineDays : undefined;
  if (days === undefined) return addMonths(acceptedAt, retentionMonths);
  return new Date(acceptedAt.getTime() + days * dayInMilliseconds);
}
