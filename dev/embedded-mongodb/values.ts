import { BSONRegExp } from 'bson';

/** A BSON document as the wire delivers it. */
export type Document = Record<string, unknown>;

/** An error that the client is told about, with MongoDB's code for it. */
export class CommandError extends Error {
  readonly code: number;
  readonly details: Document;

  constructor(code: number, message: string, details: Document = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** What MongoDB would do and this server does not: said in words, never approximated. */
export function refuse(what: string): CommandError {
  return new CommandError(238, `The embedded server does not serve ${what}.`);
}

/** Throws a CommandError unless every field is one of those named in `served`. */
export function checkFields(document: Document, served: string): void {
  const unknown = Object.keys(document).find((field) => !served.split(' ').includes(field));
  if (unknown) throw refuse(`the option '${unknown}'`);
}

/** Whether the value is a plain object: no array, date or BSON type. */
export function isDocument(value: unknown): value is Document {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Returns what must be a document, and may be missing. Throws a CommandError. */
export function asDocument(value: unknown = {}): Document {
  if (isDocument(value)) return value;
  throw refuse('anything but a document where it needs one');
}

/** Whether the value is a string, number, boolean, date or null. */
export function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object' || value instanceof Date;
}

/** Returns a path such as `status.staff`. Throws a CommandError for one with a position or a $. */
export function checkPath(path: string): string {
  if (!/\$|(^|\.)(\d*|__proto__)(\.|$)/.test(path)) return path;
  throw refuse(`the path '${path}': positions in arrays, $ and empty names`);
}

/** The value at a path, undefined if there is none. Throws a CommandError for one in an array. */
export function valueAt(document: Document, path: string): unknown {
  return path.split('.').reduce<unknown>((value, part) => {
    if (Array.isArray(value)) throw refuse(`the path '${path}' where it leads into arrays`);
    return isDocument(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }, document);
}

/**
 * Throws a CommandError if any part of a value cannot be kept exactly. What will be stored may
 * not hold operators either, nor the regular expressions that filters may hold.
 */
export function checkValue(value: unknown, path: string, stored: boolean, depth = 0): void {
  if (depth > 100) throw refuse('documents nested deeper than 100 levels');
  if (Array.isArray(value) || isDocument(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__') throw refuse(`a field named __proto__ (at ${path})`);
      if (stored && /^\$|\./.test(key)) {
        throw new CommandError(52, `The field name '${key}' is not allowed: it holds $ or a dot.`);
      }
      checkValue(item, `${path}.${key}`, stored, depth + 1);
    }
  } else if (value instanceof BSONRegExp ? stored : !isKept(value)) {
    const kept = 'strings (also as _id), booleans, dates, null, objects, arrays and exact numbers';
    throw refuse(`${typeName(value)} (at ${path}); it keeps ${kept}`);
  }
}

function isKept(value: unknown): boolean {
  if (typeof value === 'number' || value instanceof Date) return Number.isFinite(Number(value));
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

function typeName(value: unknown): string {
  const type = (value as { _bsontype?: string } | undefined)?._bsontype ?? String(value);
  return { Long: '64-bit integer', BSONRegExp: 'regular expressions' }[type] ?? `the value ${type}`;
}

/** A value as text of one line, the same for equal values of the same type. */
export function encode(value: unknown): string {
  return JSON.stringify(value, function (this: Document, key: string, item: unknown) {
    const original = this[key];
    return original instanceof Date ? { $$date: original.getTime() } : item;
  });
}

/** Reads what `encode` wrote. Throws a SyntaxError for anything else. */
export function decode(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) =>
    isDocument(value) && typeof value.$$date === 'number' ? new Date(value.$$date) : value,
  );
}
