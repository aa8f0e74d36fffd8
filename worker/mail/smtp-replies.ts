/** nodemailer's error for a refusing reply. */
export interface SmtpError {
  responseCode?: number;
  response?: string;
  command?: string;
  /** Set if the error is about one recipient. */
  recipient?: string;
  /** One error per recipient, if all were refused. */
  rejectedErrors?: SmtpError[];
}

/** The whole message was sent, but no reply arrived: the server may have accepted it. */
export class UnconfirmedError extends Error {
  override name = 'UnconfirmedError';
}

/**
 * Whether a mail server refused an email for good because of its recipient or content: 5xx in reply
 * to RCPT or DATA. Enhanced codes 5.3.x, 5.5.x and 5.7.x are about the server, our commands or our
 * login, and mean nothing for the recipient; neither does 552, a full mailbox.
 */
export function isRefusal(error: unknown): boolean {
  const { responseCode = 0, response = '', command, rejectedErrors } = (error ?? {}) as SmtpError;
  if (rejectedErrors && rejectedErrors.length > 0) return rejectedErrors.every(isRefusal);
  if (command !== 'RCPT TO' && command !== 'DATA') return false;
  const [, status = ''] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response) ?? [];
  if (/^(?:4|5\.[357]|5\.2\.2|5\.1\.[78])/.test(status)) return false;
  // Without an enhanced code, 550 to DATA is a policy (RFC 5321, section 4.3.2).
  const final = command === 'DATA' ? [554] : [501, 550, 551, 553, 554, 556];
  return responseCode >= 500 && (status !== '' || final.includes(responseCode));
}

/** Whether the server refused recipients, rather than the login, the sender or the message. */
export function isOfRecipient(error: unknown): boolean {
  return (error as SmtpError | undefined)?.command === 'RCPT TO';
}
