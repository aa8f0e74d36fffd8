import { BSONRegExp, calculateObjectSize, ObjectId } from 'bson';
import { CommandError, refuse } from './refusals.ts';

export type Document = Record<string, unknown>;

/** The maximum size of a document and of a batch of results. */
export const maximumDocumentBytes = 16 * 1024 * 1024;

/** Whether the value is a plain object, not an array, date or BSON type. */
export function isDocument(value: unknown): value is Document {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Returns an empty document for undefined. Throws a CommandError for other values. */
export function asDocument(value: unknown = {}): Document {
  if (isDocument(value)) return value;
  throw refuse('a value other than a document here');
}

/** Whether the value is null, a string, a boolean, a finite number, a date or an ObjectId. */
export function isScalar(value: unknown): boolean {
  if (typeof value === 'number' || value instanceof Date) return Number.isFinite(Number(value));
  return value !== undefined && kinds.includes(kindOf(value));
}

/** The types of scalars, in MongoDB's sort order. */
const kinds = ['null', 'number', 'string', 'ObjectId', 'boolean', 'Date'];

/** The name of a value's type. A missing value counts as null. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (value instanceof Date) return 'Date';
  return value instanceof ObjectId ? 'ObjectId' : 'object';
}

/** Compares scalars as MongoDB does: by type, then by value. A missing value counts as null. */
export function compareScalars(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right);
  const kind = kindOf(left);
  const order = kinds.indexOf(kind) - kinds.indexOf(kindOf(right));
  if (order !== 0 || kind === 'null') return order;
  if (left instanceof ObjectId) return Buffer.compare(left.id, (right as ObjectId).id);
  return Number(left) - Number(right);
}

/** Compares texts by code points, as MongoDB does. JavaScript compares UTF-16 code units. */
function compareTexts(left: string, right: string): number {
  const isBeyond = /[\ud800-\uffff]/;
  if (!isBeyond.test(left) && !isBeyond.test(right)) return left < right ? -1 : 1;
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** Makes an ObjectId a number, because JavaScript compares objects by reference. */
export function comparable(value: unknown): unknown {
  return value instanceof ObjectId ? BigInt(`0x${value.toHexString()}`) : value;
}

/** Returns a deep copy. Unlike `structuredClone`, it keeps ObjectIds. */
export function clone<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(clone) as Value;
  if (!isDocument(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, clone(item)]),
  ) as Value;
}

/** Throws a CommandError for array positions, $, empty names, and names such as `__proto__`. */
export function checkPath(path: string): string {
  if (path.split('.').every((name) => !/\$|^\d*$/.test(name) && !(name in {}))) return path;
  throw refuse(`the path '${path}': array positions, $ or empty names`);
}

/** Reads the value at a path. The reader throws a CommandError for a path into an array. */
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
  if (typeof document._id !== 'string' && !(document._id instanceof ObjectId))
    throw refuse('an _id other than a string or an ObjectId; it creates none');
  const isTooLarge = calculateObjectSize(document) > maximumDocumentBytes;
  if (isTooLarge) throw refuse('documents over 16 MB');
  checkValue(document, namespace, true);
}

/**
 * Throws a CommandError if any part of a value cannot be stored unchanged. With `isStored`, also
 * refuses operators and regular expressions, which only filters may contain.
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
    throw refuse(`values such as ${type} (at ${path})`);
  }
}

/** Encodes a value as one line of text. Equal values of the same type give the same text. */
export function encode(value: unknown): string {
  return JSON.stringify(value, function (this: Document, key: string, item: unknown) {
    const original = this[key];
    if (original instanceof ObjectId) return { $$oid: original.toHexString() };
    return original instanceof Date ? { $$date: original.getTime() } : item;
  });
}

/** Decodes the output of `encode`. Throws a SyntaxError for text that is not JSON. */
export function decode(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (!isDocument(value)) return value;
    if (typeof value.$$oid === 'string') return new ObjectId(value.$$oid);
    return typeof value.$$date === 'number' ? new Date(value.$$date) : value;
  });
}
