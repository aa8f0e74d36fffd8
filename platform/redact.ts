import { contactFieldNames } from '../contract/contact-fields.ts';
import { reasonOf } from './reason.ts';

// Properties that could contain personal data or a secret. The code never logs a submission, so
// this is a second line of defence.
const personal = new Set<string>([
  ...contactFieldNames,
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
]);
const redacted = '[redacted]';
const maxDepth = 4;

/**
 * Redacts a log line. Replaces personal properties with `[redacted]`, and also objects that are not
 * plain or are below the fourth level, counting the line as the first. Keeps dates. Replaces errors
 * with their description from `describeError`. Adds the `reason` of `err` if `reasonOf` finds one.
 */
export function redactLine(line: Record<string, unknown>): Record<string, unknown> {
  const reason = reasonOf(line.err);
  return { ...(reason === undefined ? {} : { reason }), ...redactObject(line, maxDepth) };
}

function redactObject(object: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(object).map(([name, value]) => [
    name,
    personal.has(name) ? redacted : redact(value, depth - 1),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function redact(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return describeError(value);
  if (depth === 0) return redacted;
  if (Array.isArray(value)) return value.map((item) => redact(item, depth - 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null
    ? redactObject(value, depth)
    : redacted;
}

/**
 * Describes an error for the log: its name, codes, stack frames and cause, but not its message,
 * because the messages of validation, SMTP and MongoDB errors can quote what a visitor typed.
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

/**
 * The first eight frames of a stack trace. Skips the message before them, because it can contain
 * lines that look like frames.
 */
function framesOf({ message, stack = '' }: Error): string[] {
  const end = stack.indexOf(message) + message.length;
  const lines = stack.slice(end).split('\n');
  return lines
    .filter((line) => frame.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
}
