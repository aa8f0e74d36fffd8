import { readableTime } from '#contract/time.ts';
import { button, letter, paragraph, signature } from '#design/letter/letter.ts';
import { failureCode } from '#server/reasons.ts';
import type { Account } from '#storage/users.ts';
import { sendMail, type LetterSettings, type OfficeMail } from '../server/mail.ts';

type Owner = Pick<Account, 'username' | 'name' | 'email'>;

/** The email with a one-time link, for a new account or a forgotten password. */
export function linkMail(
  { username, name, email: address }: Owner,
  url: string,
  expiresAt: Date,
  company: LetterSettings['company'],
): OfficeMail {
  const subject = 'Choose a password for the enquiries desk';
  const sentences = [
    'Good day,',
    `The link below lets you choose a password for the account ${username}. It can be used once, until ${readableTime(expiresAt)}.`,
    'If you did not expect it, you can ignore this message: nothing changes.',
  ];
  const opens = 'Choose a password';
  const regards = 'Kind regards,';
  const text = [...sentences, `${opens}: ${url}`, `${regards}\n${company.name}\n`].join('\n\n');
  const paragraphs = sentences.map((sentence) => paragraph(sentence));
  const parts = [...paragraphs, button(url, opens), signature(regards, company)];
  const html = letter({ title: subject, headline: subject, parts }, company);
  return { to: [{ name, address }], subject, text, html };
}

/** Emails a link to the owner of an account. Resolves to whether the mail server accepted it. */
export async function emailLink(
  { company, mailServer, logger }: LetterSettings,
  owner: Owner,
  url: string,
  expiresAt: Date,
): Promise<boolean> {
  if (!mailServer || owner.email === '') return false;
  try {
    await sendMail(mailServer, linkMail(owner, url, expiresAt, company));
    return true;
  } catch (error) {
    logger?.error({ reason: failureCode(error) }, 'account email not sent');
    return false;
  }
}
