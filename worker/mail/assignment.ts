import { createHash } from 'node:crypto';

import { button, letter, link, paragraph, smallPrint } from '../../design/letter/letter.ts';
import type { Assignment } from '../../storage/assignments.ts';
import type { Account } from '../../storage/users.ts';
import type { WorkerConfig } from '../config.ts';
import type { MailMessage } from './mailer.ts';

/**
 * Tells a person which enquiries colleagues have assigned to them, without the personal data of
 * visitors.
 */
export function assignmentMail(
  { name, email }: Pick<Account, 'name' | 'email'>,
  assigned: readonly Assignment[],
  { mail, company, officeUrl }: Pick<WorkerConfig, 'mail' | 'company' | 'officeUrl'>,
): MailMessage {
  const page = (reference: string) => `${officeUrl}/ops/enquiries/${reference}`;
  const [first] = assigned;
  const isOne = first !== undefined && assigned.length === 1;
  const subject = isOne
    ? `Enquiry ${first.reference} was assigned to you`
    : `${assigned.length} enquiries were assigned to you`;
  const lead = isOne
    ? 'A colleague assigned an enquiry to you.'
    : 'Colleagues assigned these enquiries to you.';
  const hint = 'To change or stop these emails, go to My account:';
  const account = `${officeUrl}/ops/account`;
  return {
    submissionId: `assigned-${digestOf(assigned)}`,
    kind: 'staff',
    from: mail.from,
    to: [{ name, address: email }],
    subject,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: [
      lead,
      assigned.map(({ reference }) => `${reference}: ${page(reference)}`).join('\n'),
      `${hint} ${account}\n`,
    ].join('\n\n'),
    html: letter(
      {
        title: subject,
        headline: subject,
        parts: [
          paragraph(lead),
          ...(isOne
            ? [button(page(first.reference), 'View enquiry')]
            : assigned.map(({ reference }) => paragraph(link(page(reference), reference)))),
        ],
        below: [smallPrint(hint, link(account, 'My account'))],
      },
      company,
    ),
  };
}

/** The same enquiries give the same Message-ID, so that mail clients show a retry once. */
function digestOf(assigned: readonly Assignment[]): string {
  const ids = assigned.map(({ _id, notifyOwner }) => `${_id} ${notifyOwner.toISOString()}`);
  return createHash('sha256').update(ids.join()).digest('hex').slice(0, 24);
}
