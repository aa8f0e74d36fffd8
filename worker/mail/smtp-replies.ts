import { PartlySentError, type Verdict } from '../channel.ts';

/**
 * What a refusal is about, by the subject of its enhanced status code, or by the subject and the
 * detail where that says more. RFC 3463, section 3: in `5.2.2` the subject is 2, the detail 2.
 */
const byStatus: Record<string, Verdict | undefined> = {
  /** Addressing: of the recipient, which does not exist, has moved, or has a fault in it … */
  '1': 'refused',
  /** … but of the sender here: its syntax, and its system. */
  '1.7': 'outage',
  '1.8': 'outage',
  /** Mailbox: disabled, or the message too long for it … */
  '2': 'refused',
  /** … or full, which its owner can change. */
  '2.2': 'deferred',
  /** Mail system: full, not accepting, not capable, wrongly configured, message too big for it. */
  '3': 'outage',
  /** Network and routing: no answer, no route, congestion on the way to the recipient. */
  '4': 'deferred',
  /** Protocol: what we say to the server is not what it takes. */
  '5': 'outage',
  /** Content: it cannot be converted, or may not be as it is. */
  '6': 'refused',
  /** Security or policy: relaying denied, login wanted or wrong, limits, a block list. */
  '7': 'outage',
};

/**
 * The same by the reply code, where there is no enhanced code, or one without a subject (X.0.Z).
 * RFC 5321, section 4.2.3; any other reply is about the server or about us.
 */
const byReply: Record<number, Verdict | undefined> = {
  /** Mailbox busy, or held up for a while. */
  450: 'deferred',
  /** An argument that cannot be parsed: the address. */
  501: 'refused',
  /** Mailbox unavailable. */
  550: 'refused',
  /** User not local. */
  551: 'refused',
  /** Storage exceeded: of the mailbox. Section 4.5.3.1.10 has too many recipients tried again. */
  552: 'deferred',
  /** Mailbox name not allowed. */
  553: 'refused',
  /** Transaction failed. */
  554: 'refused',
  /** The domain accepts no mail (RFC 7504). */
  556: 'refused',
};

/** After a message, 550 is a matter of policy (RFC 5321, section 4.3.2). */
const byReplyToData: typeof byReply = { ...byReply, 550: 'outage' };

/** What nodemailer says of a reply that refuses something. */
interface SmtpError {
  responseCode?: number;
  response?: string;
  /** The command that was refused. */
  command?: string;
  /** Of each recipient, where all were refused. */
  rejectedErrors?: unknown[];
}

/** What is to become of a mail that was refused, or could not be handed over. */
export function verdictOf(error: unknown): Verdict {
  if (error instanceof PartlySentError) return error.verdict;
  const { responseCode = 0, command, rejectedErrors = [] } = (error ?? {}) as SmtpError;
  if (rejectedErrors.length > 0) return mostHopeful(rejectedErrors);
  // A refusal of a connection, a login or the sender is about our own server or its settings.
  if (command !== 'RCPT TO' && command !== 'DATA') return 'outage';
  const [severity, subject = '', detail = ''] = statusOf(error)?.split('.') ?? [];
  const replies = command === 'DATA' ? byReplyToData : byReply;
  const verdict =
    byStatus[`${subject}.${detail}`] ?? byStatus[subject] ?? replies[responseCode] ?? 'outage';
  const isForGood = responseCode >= 500 && severity !== '4';
  return verdict === 'refused' && !isForGood ? 'deferred' : verdict;
}

/** Of several refusals, the verdict by which most is tried again. */
export function mostHopeful(refusals: readonly unknown[]): Verdict {
  const verdicts = refusals.map(verdictOf);
  if (verdicts.includes('outage')) return 'outage';
  return verdicts.includes('deferred') ? 'deferred' : 'refused';
}

/** The enhanced status code of a refusal (RFC 2034), such as `5.2.2`; undefined without one. */
export function statusOf(error: unknown): string | undefined {
  const { response } = (error ?? {}) as SmtpError;
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
}
