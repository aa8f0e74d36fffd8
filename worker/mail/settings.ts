import * as z from 'zod';

import type { Company } from '../../contract/company.ts';
import { mailbox, mailboxes } from '../../platform/mailbox.ts';
import { address } from '../../platform/settings.ts';

export const mailSettings = {
  SMTP_URL: address('smtp:', 'smtps:').optional(),
  /** The folder for .eml files if there is no SMTP_URL. */
  OUTBOX_DIR: z.string().optional(),
  /** The sender. Required with SMTP_URL; by default the firm's address. */
  MAIL_FROM: mailbox.optional(),
  /** Who gets staff notifications. Required with SMTP_URL; by default the firm's address. */
  MAIL_STAFF: mailboxes.optional(),
  /** Receives bounces of acknowledgements; by default nobody does. */
  MAIL_BOUNCES_TO: mailbox.optional(),
};

type MailSettings = z.infer<z.ZodObject<typeof mailSettings>>;

/**
 * Requires MAIL_FROM and MAIL_STAFF with SMTP_URL. In production, requires SMTP_URL or an explicit
 * OUTBOX_DIR, because email written to a file counts as sent.
 */
export function requireMailServer(
  settings: MailSettings & { NODE_ENV: string },
  context: z.RefinementCtx,
): void {
  if (settings.NODE_ENV === 'production' && !settings.SMTP_URL && !settings.OUTBOX_DIR) {
    const message = 'must be set in production, or set OUTBOX_DIR to write emails to files';
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
    bouncesTo: settings.MAIL_BOUNCES_TO,
    /** Undefined if email is written to the outbox. */
    smtpUrl: settings.SMTP_URL,
    outboxDir: settings.OUTBOX_DIR ?? '.data/outbox',
  };
}
