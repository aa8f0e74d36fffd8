import * as z from 'zod';

import type { Company } from '../../contract/company.ts';
import { mailbox, mailboxes } from '../../platform/mailbox.ts';
import { address } from '../../platform/settings.ts';

/** What the mail channel reads of the environment. */
export const mailSettings = {
  SMTP_URL: address('smtp:', 'smtps:').optional(),
  /** Where each message is written as an .eml file when there is no SMTP_URL. */
  OUTBOX_DIR: z.string().optional(),
  /** Our own address; COMPANY_EMAIL while there is no SMTP_URL. */
  MAIL_FROM: mailbox.optional(),
  /** Who is told of an enquiry; COMPANY_EMAIL while there is no SMTP_URL. */
  MAIL_STAFF: mailboxes.optional(),
};

type MailSettings = z.infer<z.ZodObject<typeof mailSettings>>;

/**
 * Asks for real addresses as soon as mail is really sent, and in production for a mail server:
 * what is written to files counts as sent.
 */
export function requireMailServer(
  settings: MailSettings & { NODE_ENV: string },
  context: z.RefinementCtx,
): void {
  if (settings.NODE_ENV === 'production' && !settings.SMTP_URL && !settings.OUTBOX_DIR) {
    const message = 'must be set in production, or OUTBOX_DIR to have mail written to files';
    context.addIssue({ code: 'custom', path: ['SMTP_URL'], message });
  }
  for (const name of ['MAIL_FROM', 'MAIL_STAFF'] as const) {
    if (!settings.SMTP_URL || settings[name]) continue;
    context.addIssue({ code: 'custom', path: [name], message: 'must be set with SMTP_URL' });
  }
}

export type MailConfig = ReturnType<typeof readMailConfig>;

export function readMailConfig(settings: MailSettings, company: Company) {
  const office = { name: company.name, address: company.email };
  return {
    from: settings.MAIL_FROM ?? office,
    staff: settings.MAIL_STAFF ?? [office],
    /** Undefined when mail goes to the outbox. */
    smtpUrl: settings.SMTP_URL,
    outboxDir: settings.OUTBOX_DIR ?? '.data/outbox',
  };
}
