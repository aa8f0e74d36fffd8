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
import { written } from '../worker-letters.ts';

const config = readWorkerConfig({ OFFICE_URL: 'https://office.example.co.za' });
const message = `Good day,

Our guild has 420 members in five provinces, and its secretary retires in March. We are looking for somebody to keep the register, collect the subscriptions and take the minutes of eleven meetings a year.

Could you tell us how you would take over, and what it would cost?

Thandiwe Nkosi`;

export const letters: Record<string, MailMessage> = {
  acknowledgement: acknowledgement(written.plain, config),
  staff: staffNotification({ ...written.plain, message }, config),
  'staff-demanding': staffNotification(written.demanding, config),
  digest: digestMail('2024-06-03', written.digest, config),
  'account-link': ofDesk(
    linkMail(
      written.owner,
      `https://office.example.co.za/ops/welcome#${'a'.repeat(43)}`,
      written.plain.createdAt,
      config.company,
    ),
  ),
  'account-notice': noticeMail(
    { _id: written.plain._id, ...written.owner },
    {
      to: written.owner.email,
      change: 'The passkey ‘Office laptop’ was added',
      at: written.plain.createdAt,
    },
    config,
  ),
};

function ofDesk({ to, html = '', ...mail }: OfficeMail): MailMessage {
  const ids = { submissionId: 'account', kind: 'staff' } as const;
  return { ...ids, ...mail, html, from: config.mail.from, to: [...to], headers: {} };
}

export function shownHtml({ html }: MailMessage): string {
  return html.replace(markSource, `data:image/png;base64,${png}`);
}
