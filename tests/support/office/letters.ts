import { markSource } from '#design/letter/letter-look.ts';
import { png } from '#firm/logo.ts';
import { linkMail } from '../../../office/accounts/letters.server.ts';
import type { OfficeMail } from '../../../office/server/mail.ts';
import { noticeMail } from '../../../worker/jobs/account-notices.ts';
import { acknowledgement } from '../../../worker/mail/acknowledgement.ts';
import { digestMail } from '../../../worker/jobs/digest.ts';
import type { MailMessage } from '../../../worker/mail/mailer.ts';
import { staffNotification } from '../../../worker/mail/staff-notification.ts';
import { readWorkerConfig } from '../../../worker/config.ts';
import { createEnquiry, demandingEnquiry } from '../enquiry.ts';

const config = readWorkerConfig({ OFFICE_URL: 'https://office.example.co.za' });
const submission = {
  _id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  reference: 'FJF6-CYBM',
  createdAt: new Date('2024-06-03T08:15:00.000Z'),
};
const owner = { username: 'zanele', name: 'Zanele Khumalo', email: 'zanele@example.co.za' };
const message = `Good day,

Our guild has 420 members in five provinces, and its secretary retires in March. We are looking for somebody to keep the register, collect the subscriptions and take the minutes of eleven meetings a year.

Could you tell us how you would take over, and what it would cost?

Thandiwe Nkosi`;

/** Examples of emails in the firm's design, including one about an enquiry with difficult text. */
export const letters: Record<string, MailMessage> = {
  acknowledgement: acknowledgement({ ...submission, email: 'thandiwe@example.org' }, config),
  staff: staffNotification({ ...submission, ...createEnquiry({ message }) }, config),
  'staff-demanding': staffNotification({ ...submission, ...demandingEnquiry }, config),
  digest: digestMail(
    '2024-06-03',
    {
      ...{ fresh: 4, unanswered: 2, spam: 9, bounced: 1, newSpam: 3 },
      requests: { soon: 0, overdue: 0 },
    },
    config,
  ),
  'account-link': ofDesk(
    linkMail(
      owner,
      `https://office.example.co.za/ops/welcome#${'a'.repeat(43)}`,
      submission.createdAt,
      config.company,
    ),
  ),
  'account-notice': noticeMail(
    { _id: submission._id, ...owner },
    {
      to: owner.email,
      change: 'The passkey ‘Office laptop’ was added',
      at: submission.createdAt,
    },
    config,
  ),
};

/** An email of the desk, converted to the type of the worker's emails. */
function ofDesk({ to, html = '', ...mail }: OfficeMail): MailMessage {
  const ids = { submissionId: 'account', kind: 'staff' } as const;
  return { ...ids, ...mail, html, from: config.mail.from, to: [...to], headers: {} };
}

/** The HTML of an email for a browser, with the logo. */
export function shownHtml({ html }: MailMessage): string {
  return html.replace(markSource, `data:image/png;base64,${png}`);
}
