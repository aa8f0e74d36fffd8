import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';

import { contactFieldNames } from '#contract/contact-fields.ts';
import { reasonOf } from './reasons.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  service: string;
  level: string;
  format: 'json' | 'pretty';
}

export function createLogger(
  { service, level, format }: LoggerOptions,
  // Written at once, so that the last lines before an exit are in order.
  destination: DestinationStream = pino.destination({ dest: 1, sync: true }),
): Logger {
  const settings = {
    level,
    base: format === 'json' ? { service } : null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: redactLine },
    hooks: { logMethod: nameEvent },
  };
  return pino(settings, format === 'pretty' ? readable(destination) : destination);
}

/** Writes the time, the level and the event, and each other property on a line of its own. */
function readable(destination: DestinationStream): DestinationStream {
  return {
    write(json) {
      const { time, level, event, ...others } = JSON.parse(json) as LogLine;
      const properties = Object.entries(others).map(
        ([name, value]) =>
          `    ${name}: ${JSON.stringify(value, null, 2).replaceAll('\n', '\n    ')}\n`,
      );
      const title = `[${time.slice(11, 19)}] ${level.toUpperCase()}: ${event}`;
      destination.write(`${title}\n${properties.join('')}`);
    },
  };
}

type LogLine = Record<'time' | 'level' | 'event', string>;

/** Gives a line without an event a name. Otherwise pino would use the error's message. */
function nameEvent(this: Logger, args: Parameters<LogFn>, log: LogFn): void {
  const [first, event] = args as unknown[];
  if (event !== undefined || typeof first !== 'object' || first === null) log.apply(this, args);
  else log.call(this, first instanceof Error ? { err: first } : first, 'unnamed event');
}

/** Properties that could hold personal data or a secret. No code logs them on purpose. */
const personal = new Set<string>([
  ...contactFieldNames,
  ...['form', 'data', 'body', 'password', 'authorization', 'cookie'],
  ...['to', 'from', 'replyTo', 'envelope', 'recipient'],
]);
const redacted = '[redacted]';
const maxDepth = 4;

/** Redacts personal properties, and objects that are not plain or are below the fourth level. */
function redactLine(line: Record<string, unknown>): Record<string, unknown> {
  const reason = reasonOf(line.err);
  return { ...(reason === undefined ? {} : { reason }), ...redactObject(line, maxDepth) };
}

function redactObject(object: object, depth: number): Record<string, unknown> {
  const redactOne = ([name, value]: [string, unknown]) => [
    name,
    personal.has(name) ? redacted : redact(value, depth - 1),
  ];
  return Object.fromEntries(Object.entries(object).map(redactOne)) as Record<string, unknown>;
}

function redact(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return describeError(value);
  if (depth === 0) return redacted;
  if (Array.isArray(value)) return value.map((item) => redact(item, depth - 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === null;
  return isPlain ? redactObject(value, depth) : redacted;
}

/** Leaves out the message and other properties, because they can quote what a visitor typed. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, code, responseCode, syscall, message, stack = '', cause } = error as NodeError;
  // The message comes first in a stack, and can contain lines that look like frames.
  const lines = stack.slice(stack.indexOf(message) + message.length).split('\n');
  const frames = lines.filter((line) => frame.test(line)).slice(0, 8);
  return {
    name,
    ...(code === undefined ? {} : { code }),
    ...(responseCode === undefined ? {} : { responseCode }),
    ...(syscall === undefined ? {} : { syscall }),
    stack: frames.map((line) => line.trim()),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

const frame = /^ {4}at .*(?::\d+:\d+|<anonymous>|native)\)?$/;

type NodeError = Error & { code?: unknown; responseCode?: number; syscall?: string };
