import { readableTime } from '../../contract/time.ts';
import { button, letter, paragraph, signature } from '../../design/letter/letter.ts';
import { failureCode } from '../../packages/server/reasons.ts';
import type { Account } from '../../storage/users.ts';
import { officePath } from '../action.ts';
import { sendMail, type LetterSettings, type OfficeMail } from '../server/mail.ts';

type Owner = Pick<Account, 'username' | 'name' | 'email'>;

interface AccountLetter {
  subject: string;
  says: readonly string[];
  /** A page of the enquiries desk, and the label of the button that opens it. */
  opens: readonly [path: string, words: string];
}

const regards = 'Kind regards,';

/** The email with a one-time link, for a new account or a forgotten password. */
export function linkLetter(
  { username }: Owner,
  link: { isNew: boolean; path: string; expiresAt: Date },
): AccountLetter {
  const once = `once, until ${readableTime(link.expiresAt)}`;
  const opens = [link.path, 'Choose a password'] as const;
  if (link.isNew) {
    return {
      subject: 'Your account for the enquiries desk',
      says: [
        `An account has been created for you. Your username is ${username}.`,
        `Use the link below to choose a password. It can be used ${once}.`,
      ],
      opens,
    };
  }
  return {
    subject: 'Choose a new password',
    says: [
      `The link below lets you choose a new password for the account ${username}. It can be used ${once}.`,
      'If you did not ask for it, you can ignore this message. Your password stays the same.',
    ],
    opens,
  };
}

export const addressChange = 'Your email address was changed';

/** The email to an account's owner about a change, such as 'Your password was changed'. */
export function noticeLetter(username: string, change: string, at: Date): AccountLetter {
  const remedy =
    change === addressChange
      ? 'tell an information officer immediately: links for a new password no longer come to this address.'
      : 'tell an information officer, and choose a new password: press ‘Forgot password?’ on the sign-in page. That ends all sessions and removes all passkeys and access tokens.';
  return {
    subject: change,
    says: [
      `${change} on ${readableTime(at)}. Your username for the enquiries desk is ${username}.`,
      `If this was not you, ${remedy}`,
    ],
    opens: ['/account', 'View my account'],
  };
}

/** Renders an email to the owner of an account, as text and HTML. */
export function accountMail(
  { name, email }: Pick<Owner, 'name' | 'email'>,
  { subject, says, opens: [path, words] }: AccountLetter,
  { company, officeUrl }: Pick<LetterSettings, 'company' | 'officeUrl'>,
): OfficeMail {
  const href = `${officeUrl}${officePath}${path}`;
  const parts = [
    paragraph('Good day,'),
    ...says.map((sentence) => paragraph(sentence)),
    button(href, words),
    signature(regards, company),
  ];
  const lines = ['Good day,', ...says, `${words}: ${href}`, `${regards}\n${company.name}`];
  return {
    to: [{ name, address: email }],
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: letter({ title: subject, headline: subject, parts }, company),
  };
}

/** Emails the owner of an account. Resolves to whether the mail server accepted the email. */
export async function emailOwner(
  letters: LetterSettings,
  owner: Pick<Owner, 'name' | 'email'>,
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
