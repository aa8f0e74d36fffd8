import * as z from 'zod';

import type { Company } from '../../contract/company.ts';
import { emailAddress } from '../../contract/email-address.ts';
import { address } from '../../platform/settings.ts';

/** An e-mail address with the name of whoever reads it. */
export interface Mailbox {
  name: string;
  address: string;
}

const wanted = 'must be an address such as office@example.co.za or Office <office@example.co.za>';
const withName = /^\s*(?:"?([^"<>\p{Cc}]*?)"?\s*<)?([^\s<>",]+@[^\s<>",]+)>?\s*$/u;

/** A setting that is one mailbox: a plain address, or a name with the address between angle brackets. */
export const mailbox = z.string().refine(isMailbox, wanted).transform(readMailbox);

/** A setting that is several mailboxes, separated by commas. */
export const mailboxes = z
  .string()
  .transform((value) => value.split(','))
  .refine((values) => values.every(isMailbox), `each ${wanted}`)
  .transform((values) => values.map(readMailbox));

function readMailbox(value: string): Mailbox {
  const [, name = '', address = ''] = withName.exec(value) ?? [];
  return { name, address };
}

function isMailbox(value: string): boolean {
  return emailAddress.test(readMailbox(value).address);
}

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
