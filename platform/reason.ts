import { getSystemErrorName } from 'node:util';

/** nodemailer's error when the mail server refuses a command. */
interface Refusal {
  responseCode?: number;
  response?: string;
}

/** Reasons by the code of a system, DNS, TLS, nodemailer or MongoDB error. */
const byCode: readonly [code: RegExp, reason: string][] = [
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

/** Redis's own codes. In Redis 6, the code of a script error is not at the start of the message. */
const redisCode = /(?:^|-)(READONLY|OOM|LOADING|NOAUTH|WRONGPASS|NOPERM|MISCONF|BUSY|MASTERDOWN) /;

/** Reasons for the Redis driver's errors without a code, by name and message. */
const byRedisText: readonly [text: RegExp, reason: string][] = [
  [/Command timed out|Socket timeout/, 'timeout'],
  [/^MaxRetriesPerRequestError/, 'not connected'],
  [/Connection is closed|Command aborted due to connection close/, 'not connected'],
  [/Stream isn't writeable/, 'not connected'],
];

const byText: readonly [text: RegExp, reason: string][] = [
  ...byRedisText,
  [/^TimeoutError|MongoNetworkTimeoutError/, 'timeout'],
  // Errors from storage/connection.ts.
  [/No server accepts writes|MongoDB has not been reached/, 'not connected'],
  [/^Mongo\w*(Network|ServerSelection|NotConnected|PoolClear|TopologyClosed)/, 'not connected'],
];

/**
 * Says in a few words why Redis, MongoDB, a mail server or another host refused or did not answer:
 * `timeout`, `readonly` or `smtp 550 5.7.1`, for example. Never quotes the error's message. Returns
 * undefined for an error of another kind.
 */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message, cause } = error;
  const { responseCode } = error as Refusal;
  if (responseCode) return ['smtp', responseCode, statusOf(error)].filter(Boolean).join(' ');
  if (name === 'ReplyError') return redisCode.exec(message)?.[1]?.toLowerCase() ?? 'err';
  // MongoDB's driver throws a MongoBulkWriteError without write errors if the connection is lost.
  const { code, writeErrors = [] } = error as { code?: unknown; writeErrors?: unknown };
  if (name === 'MongoBulkWriteError' && code === undefined && [writeErrors].flat().length === 0) {
    return 'not connected';
  }
  const text = `${name} ${message}`;
  return (
    codesOf(error).map(reasonOfCode).find(Boolean) ??
    reasonOf(cause) ??
    byText.find(([pattern]) => pattern.test(text))?.[1]
  );
}

/** Whether a command failed because Redis does not answer or refuses commands for now. */
export function isRedisOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, message } = error;
  if (name === 'ReplyError') return redisCode.test(message);
  return byRedisText.some(([pattern]) => pattern.test(`${name} ${message}`));
}

/** An error's codes. The original code comes first, because nodemailer sets a `code` of its own. */
function codesOf(error: Error): string[] {
  const { originalCode, errno, code } = error as Error & Record<string, unknown>;
  const ofSystem = typeof errno === 'number' && errno < 0 ? getSystemErrorName(errno) : undefined;
  return [originalCode, ofSystem, code].filter((each) => each !== undefined).map(String);
}

function reasonOfCode(code: string): string | undefined {
  return byCode.find(([pattern]) => pattern.test(code))?.[1];
}

/** The enhanced status code of a refusal (RFC 2034), such as `5.2.2`; undefined without one. */
function statusOf(error: unknown): string | undefined {
  const { response } = (error ?? {}) as Refusal;
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
}

/** An error's reason, or else its name and code. Contains no personal data. */
export function failureCode(error: unknown): string {
  const { name = typeof error, code } = (error ?? {}) as { name?: string; code?: unknown };
  const hasCode = typeof code === 'string' || typeof code === 'number';
  const parts = [name === 'Error' && hasCode ? '' : name, hasCode ? code : ''];
  return reasonOf(error) ?? parts.filter((part) => part !== '').join(' ');
}
