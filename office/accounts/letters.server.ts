import { readableTime } from '#contract/time.ts';
import { button, letter, paragraph, signature } from '#design/letter/letter.ts';
import { failureCode } from '#server/reasons.ts';
import { claimNotices, keepNotices, type Account, type Notice } from '#storage/users.ts';
import { officePath } from '../paths.ts';
import { sendMail, type LetterSettings, type OfficeMail } from '../server/mail.ts';
import type { StaffDatabase } from '../server/staff-database.ts';

type Owner = Pick<Account, 'username' | 'name' | 'email'>;

interface AccountLetter {
  subject: string;
  says: readonly string[];
  /** A page of the enquiries desk, and the label of the button that opens it. */
  opens: readonly [path: string, words: string];
}

/** The email with a one-time link, for a new account or a forgotten password. */
export function linkLetter(username: string, path: string, expiresAt: Date): AccountLetter {
  const until = readableTime(expiresAt);
  const says = [
    `The link below lets you choose a password for the account ${username}. It can be used once, until ${until}.`,
    'If you did not expect it, you can ignore this message: nothing changes.',
  ];
  const subject = 'Choose a password for the enquiries desk';
  return { subject, says, opens: [path, 'Choose a password'] };
}

/** The email to an account's owner about a change. */
export function noticeLetter(username: string, { change, at }: Omit<Notice, 'to'>): AccountLetter {
  const says = [
    `${change} on ${readableTime(at)}. Your username for the enquiries desk is ${username}.`,
    'If this was not you, tell an information officer immediately: they can disable the account, which ends all sessions and removes all passkeys and access tokens.',
  ];
  return { subject: change, says, opens: ['/account', 'View my account'] };
}

/** Renders an email to the owner of an account, as text and HTML. */
export function accountMail(
  { name, email: address }: Owner,
  { subject, says, opens: [path, words] }: AccountLetter,
  { company, officeUrl }: Pick<LetterSettings, 'company' | 'officeUrl'>,
): OfficeMail {
  const href = `${officeUrl}${officePath}${path}`;
  const sentences = ['Good day,', ...says];
  const regards = 'Kind regards,';
  const text = [...sentences, `${words}: ${href}`, `${regards}\n${company.name}\n`].join('\n\n');
  const paragraphs = sentences.map((sentence) => paragraph(sentence));
  const parts = [...paragraphs, button(href, words), signature(regards, company)];
  const html = letter({ title: subject, headline: subject, parts }, company);
  return { to: [{ name, address }], subject, text, html };
}

/** Emails the owner of an account. Resolves to whether the mail server accepted the email. */
export async function emailOwner(
  letters: LetterSettings,
  owner: Owner,
  content: AccountLetter,
): Promise<boolean> {
  if (!letters.mailServer || owner.email === '') return false;
  try {
    await sendMail(letters.mailServer, accountMail(owner, content, letters));
    return true;
  } catch (error) {
    letters.logger?.error({ reason: failureCode(error) }, 'account email not sent');
    return false;
  }
}

/** A notice such as 'Your password was changed'; undefined if its owner cannot be emailed. */
export function noticeOf(
  { letters }: { letters: LetterSettings },
  { email: to }: Owner,
  change: string,
): Notice | undefined {
  return letters.mailServer && to !== '' ? { to, change, at: new Date() } : undefined;
}

/** Milliseconds between looks at the outbox, before another attempt, and until giving up. */
const interval = 3_000;
const retryAfter = 60_000;
const longest = 72 * 3_600_000;

/** Emails the notices in the outbox, so that a restart loses none. @returns stops it. */
export function startNotices(database: StaffDatabase, letters: LetterSettings): () => void {
  const timer = setInterval(() => {
    sendDue(database, letters).catch((error: unknown) => {
      letters.logger?.debug({ reason: failureCode(error) }, 'account emails not sent yet');
    });
  }, interval).unref();
  return () => clearInterval(timer);
}

/** Sends the notices of an account that has some due. */
async function sendDue(database: StaffDatabase, letters: LetterSettings): Promise<void> {
  const store = await database.open();
  const nextAttempt = new Date(Date.now() + retryAfter);
  const claimed = await claimNotices(store, nextAttempt);
  if (!claimed) return;
  const { account, notices } = claimed;
  const left: Notice[] = [];
  for (const notice of notices) {
    const owner = { ...account, email: notice.to };
    const isSent = await emailOwner(letters, owner, noticeLetter(account.username, notice));
    if (!isSent && Date.now() - notice.at.getTime() < longest) left.push(notice);
  }
  await keepNotices(store, account.id, nextAttempt, left);
}
