import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';

export type { Logger } from 'pino';

export interface LoggerOptions {
  /** The process that logs, such as `api`. */
  service: string;
  level: string;
  /** `json` for machines, `pretty` for a person at a terminal. */
  format: 'json' | 'pretty';
}

// The names under which personal data or a secret could ever reach a log line. The code never
// logs a submission; this is the net below it.
const personal = [
  'firstName',
  'lastName',
  'email',
  'organisation',
  'message',
  'form',
  'data',
  'body',
  'password',
  'authorization',
  'cookie',
  'to',
  'from',
  'replyTo',
  'envelope',
  'recipient',
];

/** Creates the logger of a process. Every line is one JSON object unless `pretty` is asked for. */
export function createLogger(options: LoggerOptions, destination?: DestinationStream): Logger {
  const { service, level, format } = options;
  const settings = {
    level,
    base: { service },
    messageKey: 'event',
    redact: {
      paths: personal.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
    serializers: { err: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: describeErrors },
    hooks: { logMethod: nameEvent },
  };
  if (destination) return pino(settings, destination);
  if (format === 'json') return pino(settings);
  return pino({
    ...settings,
    formatters: { log: describeErrors },
    transport: {
      target: 'pino-pretty',
      options: { messageKey: 'event', ignore: 'pid,hostname,service', translateTime: 'HH:MM:ss' },
    },
  });
}

/**
 * What a log may say of an error: its kind, its code and where it was thrown. Never its message:
 * the messages of validation, SMTP and MongoDB errors quote what a visitor typed.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, code, responseCode, syscall } = error as Error & Record<string, unknown>;
  return {
    name,
    ...(code === undefined ? {} : { code }),
    ...(responseCode === undefined ? {} : { responseCode }),
    ...(syscall === undefined ? {} : { syscall }),
    stack: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

const frame = /^ {4}at .*(?::\d+:\d+|<anonymous>|native)\)?$/;

/** Where an error was thrown. Its message comes first in a stack, and may have any line in it. */
function framesOf({ message, stack = '' }: Error): string[] {
  const end = stack.indexOf(message) + message.length;
  const lines = stack.slice(end).split('\n');
  return lines
    .filter((line) => frame.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
}

/** Describes the errors of a line under whatever name they are, besides `err`. */
function describeErrors(line: Record<string, unknown>): Record<string, unknown> {
  const errors = Object.entries(line).filter(
    ([name, value]) => name !== 'err' && value instanceof Error,
  );
  if (errors.length === 0) return line;
  return { ...line, ...Object.fromEntries(errors.map(([name, e]) => [name, describeError(e)])) };
}

/** Names a line that has no event: pino would take the message of its error for one. */
function nameEvent(this: Logger, args: Parameters<LogFn>, log: LogFn): void {
  const [first, event] = args as unknown[];
  if (event !== undefined || typeof first !== 'object' || first === null) log.apply(this, args);
  else log.call(this, first instanceof Error ? { err: first } : first, 'unnamed event');
}
