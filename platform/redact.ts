import { contactFieldNames } from '../contract/contact-fields.ts';

// The names under which personal data or a secret could ever reach a log line. The code never
// logs a submission; this is the net below it.
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
const left = '[redacted]';
const deepest = 4;

/**
 * What of a line may be logged: nothing that has a personal name, of an error only its
 * description, and of other objects only plain ones and lists, four deep.
 */
export function redactLine(line: Record<string, unknown>): Record<string, unknown> {
  return redactObject(line, deepest);
}

function redactObject(object: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(object).map(([name, value]) => [
    name,
    personal.has(name) ? left : redact(value, depth - 1),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function redact(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return describeError(value);
  if (depth === 0) return left;
  if (Array.isArray(value)) return value.map((item) => redact(item, depth - 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? redactObject(value, depth) : left;
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
