import { BSONRegExp, calculateObjectSize } from 'bson';
import { CommandError, refuse } from './refusals.ts';

/** A BSON document as the wire delivers it. */
export type Document = Record<string, unknown>;

/** The maximum size of a document and of a batch of results. */
export const maximumDocumentBytes = 16 * 1024 * 1024;

/** Whether the value is a plain object, not an array, date or BSON type. */
export function isDocument(value: unknown): value is Document {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Returns a document, or an empty one if it is missing. Throws a CommandError for other values. */
export function asDocument(value: unknown = {}): Document {
  if (isDocument(value)) return value;
  throw refuse('a value other than a document here');
}

/** Whether the value is null, a string, a boolean, an exact number or a date. */
export function isScalar(value: unknown): boolean {
  if (typeof value === 'number' || value instanceof Date) return Number.isFinite(Number(value));
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

/**
 * Returns a path such as `status.staff`. Throws a CommandError if it contains a position or a $.
 */
export function checkPath(path: string): string {
  if (path.split('.').every((name) => !/\$|^\d*$/.test(name) && !(name in {}))) return path;
  throw refuse(`the path '${path}': array positions, $ or empty names`);
}

/**
 * A function that reads the value at a path. It throws a CommandError for a value within an array.
 */
export function readerOf(path: string): (document: unknown) => unknown {
  const parts = path.split('.');
  return (document) => {
    let value = document;
    for (const part of parts) {
      if (Array.isArray(value)) throw refuse(`the path '${path}' into an array`);
      const isHeld = typeof value === 'object' && value !== null && Object.hasOwn(value, part);
      value = isHeld ? (value as Document)[part] : undefined;
    }
    return value;
  };
}

/** Throws a CommandError if a document cannot be stored unchanged. */
export function checkDocument(document: Document, namespace: string): void {
  if (typeof document._id !== 'string')
    throw refuse('an _id other than a string; it creates no ObjectIds');
  const isTooLarge = calculateObjectSize(document) > maximumDocumentBytes;
  if (isTooLarge) throw refuse('documents over 16 MB');
  checkValue(document, namespace, true);
}

/**
 * Throws a CommandError if any part of a value cannot be stored unchanged. Unlike filters, stored
 * values cannot contain operators or regular expressions.
 */
export function checkValue(value: unknown, path: string, isStored = false): void {
  if (Array.isArray(value) || isDocument(value)) {
    for (const [key, item] of Object.entries(value)) {
      const isName = !isStored || !(/^\$|\./.test(key) || key in Object.prototype);
      if (!isName) throw new CommandError(52, `'${key}' is not a valid field name (at ${path}).`);
      checkValue(item, `${path}.${key}`, isStored);
    }
  } else if (value instanceof BSONRegExp ? isStored : !isScalar(value)) {
    const type = (value as { _bsontype?: string } | undefined)?._bsontype ?? String(value);
    throw refuse(`values such as ${type} (at ${path}), or an _id other than a string`);
  }
}

/** Encodes a value as one line of text, identical for equal values of the same type. */
export function encode(value: unknown): string {
  return JSON.stringify(value, function (this: Document, key: string, item: unknown) {
    const original = this[key];
    return original instanceof Date ? { $$date: original.getTime() } : item;
  });
}

/** Decodes the output of `encode`. Throws a SyntaxError for anything else. */
export function decode(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) =>
    isDocument(value) && typeof value.$$date === 'number' ? new Date(value.$$date) : value,
  );
}
