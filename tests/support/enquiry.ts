import {
  contactField,
  contactFieldNames,
  type ContactFieldName,
} from '#contract/contact-fields.ts';
import { contactFormSchema, firstErrorByField, type ContactForm } from '#contract/contact-form.ts';
import { PRIVACY_NOTICE_VERSION } from '#firm/firm.ts';
import type { Database } from '#storage/connection.ts';
import type { AcceptedSubmission } from '#storage/submissions.ts';

export type Enquiry = Record<ContactFieldName, string>;

const examples = Object.fromEntries(
  contactFieldNames.map((name) => [name, contactField(name).example]),
) as Enquiry;

export function createEnquiry(overrides: Partial<Enquiry> = {}): Enquiry {
  return { ...examples, ...overrides };
}

export const plainEnquiry = createEnquiry();

export const demandingEnquiry = createEnquiry({
  firstName: 'Zoë-Nomvúla',
  lastName: 'O’Brien “Ngũgĩ”',
  email: 'zoe@example.org',
  organisation: 'Vereniging vir Môreoggend 🌅 & <Vriende>',
  message: `Goeie dag 👋🏽\n\n<b>We</b> need a "secretariat".\n${'ṱ'.repeat(4950)}`,
});

export function createUniqueEnquiry(overrides: Partial<Enquiry> = {}): Enquiry {
  const message = `${examples.message} (${crypto.randomUUID()})`;
  return createEnquiry({ message, ...overrides });
}

/** A form with the mark in every value that can contain it. */
export function createMarkedEnquiry(mark: string, overrides: Partial<Enquiry> = {}) {
  const values = Object.entries(createUniqueEnquiry());
  const marked = Object.fromEntries(values.map(([name, value]) => [name, `${mark}${value}`]));
  const { error } = contactFormSchema.safeParse(marked);
  const unfit = error ? Object.keys(firstErrorByField(error)) : [];
  const fit = Object.entries(marked).filter(([name]) => !unfit.includes(name));
  return createUniqueEnquiry({ ...Object.fromEntries(fit), ...overrides });
}

export function createSubmissionPayload(form: ContactForm = createEnquiry()) {
  return {
    version: 1 as const,
    id: crypto.randomUUID() as string,
    acceptedAt: new Date().toISOString(),
    noticeVersion: PRIVACY_NOTICE_VERSION,
    form,
  };
}

export function createAccepted(change: Partial<AcceptedSubmission> = {}): AcceptedSubmission {
  const { id, noticeVersion, form } = createSubmissionPayload();
  const { acceptedAt = new Date() } = change;
  const rest = { id, noticeVersion, retentionMonths: 24, form };
  return { ...rest, acceptedAt, storedAt: acceptedAt, ...change };
}

export async function markAsPossible({ submissions }: Database, _id: string): Promise<void> {
  const screening = { score: 3, reasons: ['contains little but links'] };
  await submissions.updateOne({ _id }, { $set: { marked: true, screening } });
}
