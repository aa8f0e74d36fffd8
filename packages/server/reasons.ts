import { getSystemErrorName } from 'node:util';

/** Reasons by the code of a system, DNS, TLS, nodemailer or MongoDB error. */
const reasonsByCode: readonly [code: RegExp, reason: string][] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(E(SOCKET)?TIMEDOUT|EABORT)$/, 'timeout'],
  [/^(ENOTFOUND|EAI_\w+|EDNS)$/, 'dns'],
  [/^(ETLS|EREQUIRETLS|EPROTO|ERR_(TLS|SSL)_.*|CERT_.*|UNABLE_TO_.*|.*SELF_SIGNED.*)$/, 'tls'],
  [/^(EHOST|ENET)(UNREACH|DOWN)$/, 'unreachable'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|ECONNECTION|ESOCKET|NR_CLOSED)$/, 'closed'],
  [/^(EAUTH|ENOAUTH|18|8000)$/, 'noauth'],
  // MongoDB's codes. 13 means not authorised; the others mean that the server is not the primary.
  [/^13$/, 'noperm'],
  [/^(10107|10058|13435)$/, 'readonly'],
];

/** Reasons for errors of ioredis and MongoDB's driver that have no code, by name and message. */
const reasonsByText: readonly [text: RegExp, reason: string][] = [
  [/TimeoutError|timed out|Socket timeout/, 'timeout'],
  [/MaxRetriesPerRequest|onnection is closed|connection close|isn't writeable/, 'not connected'],
  [/^Mongo\w*(Network|ServerSelection|NotConnected|PoolClear|TopologyClosed)/, 'not connected'],
  [/No server accepts writes|MongoDB has not been reached/, 'not connected'],
];

/** Redis's own codes. In a script's error, the code is not at the start of the message. */
const redisCode =
  /(?:^|-)(READONLY|OOM|LOADING|NOAUTH|WRONGPASS|NOPERM|MISCONF|BUSY|NOREPLICAS|MASTERDOWN) /;

type SystemError = Error & Partial<Record<'originalCode' | 'errno' | 'code', unknown>>;
type MailError = Error & { responseCode?: number; response?: string };

/** A reason such as `timeout` or `smtp 550 5.7.1`, never the error's message; or undefined. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { responseCode, response = '' } = error as MailError;
  if (responseCode) {
    const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
    return ['smtp', responseCode, enhanced].filter(Boolean).join(' ');
  }
  const { name, message, cause } = error;
  if (name === 'ReplyError') return redisCode.exec(message)?.[1]?.toLowerCase() ?? 'err';
  const reasons = codesOf(error).map((code) =>
    reasonsByCode.find(([pattern]) => pattern.test(code)),
  );
  const text = `${name} ${message}`;
  return (
    reasons.find(Boolean)?.[1] ??
    reasonOf(cause) ??
    reasonsByText.find(([pattern]) => pattern.test(text))?.[1]
  );
}

/** An error's codes. The original code comes first, because nodemailer sets a `code` of its own. */
function codesOf({ originalCode, errno, code }: SystemError): string[] {
  const ofSystem = typeof errno === 'number' && errno < 0 ? getSystemErrorName(errno) : undefined;
  return [originalCode, ofSystem, code].filter((entry) => entry !== undefined).map(String);
}

/** An error's reason, or else its name and code. Contains no personal data. */
export function failureCode(error: unknown): string {
  const { name = typeof error, code } = (error ?? {}) as { name?: string; code?: unknown };
  const hasCode = typeof code === 'string' || typeof code === 'number';
  const parts = [name === 'Error' && hasCode ? '' : name, hasCode ? code : ''];
  return reasonOf(error) ?? parts.filter((part) => part !== '').join(' ');
}
