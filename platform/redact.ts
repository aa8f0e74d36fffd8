import { describeError } from './describe-error.ts';

// The names under which personal data or a secret could ever reach a log line. The code never
// logs a submission; this is the net below it.
const personal = new Set([
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
