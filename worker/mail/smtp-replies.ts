import type { RefusedMailbox } from '../../platform/channel-state.ts';
import { reasonOf, statusOf } from '../../platform/reason.ts';
import { UnconfirmedError } from '../../platform/unconfirmed-mail.ts';
import { PartlySentError, type Verdict } from '../channel.ts';

/**
 * The verdict for the subject of an enhanced status code, or for the subject and the detail. In
 * `5.3.4`, the subject is 3 and the detail 4 (RFC 3463, section 3).
 */
const byStatus: Record<string, Verdict | undefined> = {
  /** Addressing: the recipient does not exist, has moved or is malformed … */
  '1': 'refused',
  /** … but these two are about the sender. */
  '1.7': 'outage',
  '1.8': 'outage',
  /** Mailbox: disabled, or message too long … */
  '2': 'refused',
  /** … or full, which its owner can fix. */
  '2.2': 'deferred',
  /** Mail system: full, not accepting, not capable, wrongly configured, message too big for it. */
  '3': 'outage',
  /** Network and routing: no answer, no route or congestion beyond our server. */
  '4': 'deferred',
  /** Protocol: the server does not accept our commands. */
  '5': 'outage',
  /** Content: cannot be converted, or not allowed. */
  '6': 'refused',
  /** Security or policy: relaying denied, login required or wrong, limits, block lists. */
  '7': 'outage',
};

/**
 * The verdict for a reply code (RFC 5321, section 4.2.3), used if there is no enhanced status code
 * or its subject is not in `byStatus`, as in X.0.Z. Any other reply is an outage.
 */
const byReply: Record<number, Verdict | undefined> = {
  /** Mailbox busy or temporarily blocked. */
  450: 'deferred',
  /** An argument that cannot be parsed: the address. */
  501: 'refused',
  /** Mailbox unavailable. */
  550: 'refused',
  /** User not local. */
  551: 'refused',
  /** Mailbox full, or too many recipients, which section 4.5.3.1.10 says to retry. */
  552: 'deferred',
  /** Mailbox name not allowed. */
  553: 'refused',
  /** Transaction failed. */
  554: 'refused',
  /** The domain accepts no mail (RFC 7504). */
  556: 'refused',
};

/** In reply to DATA, 550 means a policy refusal (RFC 5321, section 4.3.2). */
const byReplyToData: typeof byReply = { ...byReply, 550: 'outage' };

/** nodemailer's error for a refusing reply. */
interface SmtpError {
  responseCode?: number;
  response?: string;
  command?: string;
  /** Set if the error is about one recipient. */
  recipient?: string;
  /** One error per recipient, if all were refused. */
  rejectedErrors?: unknown[];
}

/** What to do with an email that was refused or could not be sent. */
export function verdictOf(error: unknown): Verdict {
  if (error instanceof UnconfirmedError) return 'unconfirmed';
  if (error instanceof PartlySentError) return error.verdict;
  const { responseCode = 0, command, rejectedErrors = [] } = (error ?? {}) as SmtpError;
  if (rejectedErrors.length > 0) return mostHopeful(rejectedErrors);
  // If the connection, login or sender is refused, our own server or its settings are to blame.
  if (command !== 'RCPT TO' && command !== 'DATA') return 'outage';
  const [severity, subject = '', detail = ''] = statusOf(error)?.split('.') ?? [];
  if (isGreylisting(error as SmtpError)) return 'deferred';
  const replies = command === 'DATA' ? byReplyToData : byReply;
  const verdict =
    byStatus[`${subject}.${detail}`] ?? byStatus[subject] ?? replies[responseCode] ?? 'outage';
  const isPermanent = responseCode >= 500 && severity !== '4';
  return verdict === 'refused' && !isPermanent ? 'deferred' : verdict;
}

/** Whether a reply is greylisting: a first refusal of an unknown sender (RFC 6647, section 2.1). */
function isGreylisting({ responseCode = 0, response = '' }: SmtpError): boolean {
  if (responseCode === 451 && statusOf({ response })?.startsWith('4.7.')) return true;
  return responseCode < 500 && /gr[ea]y-?list/i.test(response);
}

/** Whether the server refused a recipient, rather than the message or the sender. */
export function isOfRecipient(error: unknown): boolean {
  return (error as SmtpError).command === 'RCPT TO';
}

/** The recipients that the server permanently refused. */
export function refusedMailboxes(errors: readonly unknown[]): RefusedMailbox[] {
  const refused = errors.filter((error) => verdictOf(error) === 'refused');
  return refused.map((error) => {
    const { recipient: address = '' } = error as SmtpError;
    return { address, reason: reasonOf(error) ?? '' };
  });
}

/** The most hopeful verdict on several refusals: `outage`, then `deferred`, then `refused`. */
export function mostHopeful(refusals: readonly unknown[]): Verdict {
  const verdicts = refusals.map(verdictOf);
  if (verdicts.includes('outage')) return 'outage';
  return verdicts.includes('deferred') ? 'deferred' : 'refused';
}
