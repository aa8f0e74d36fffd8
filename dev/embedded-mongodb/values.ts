import { BSONRegExp } from 'bson';
import { CommandError, refuse, type Document } from './refusals.ts';

const maximumDepth = 100;

/** Whether the value is a plain object: no array, date or BSON type. */
export function isDocument(value: unknown): value is Document {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Whether the value is a string, number, boolean, date or null. */
export function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object' || value instanceof Date;
}

/** Returns the value as a document, or throws a CommandError that names it. */
export function asDocument(value: unknown, name: string): Document {
  if (isDocument(value)) return value;
  throw new CommandError(14, `'${name}' must be a document.`);
}

/** Returns the value as a list of documents, or throws a CommandError that names it. */
export function asDocuments(value: unknown, name: string): Document[] {
  if (!Array.isArray(value)) throw new CommandError(14, `'${name}' must be an array.`);
  return value.map((item, index) => asDocument(item, `${name}.${index}`));
}

/** Returns a whole number of at least zero, `fallback` when absent, or throws a CommandError. */
export function asCount<T>(value: unknown, name: string, fallback: T): number | T {
  if (value === undefined) return fallback;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new CommandError(2, `'${name}' must be a whole number of at least zero.`);
}

/** Throws a CommandError if any part of a received value has a type that cannot be kept exactly. */
export function checkTypes(value: unknown, path: string, depth = 0): void {
  if (depth > maximumDepth) throw refuse(`documents nested deeper than ${maximumDepth} levels`);
  if (Array.isArray(value)) {
    value.forEach((item, index) => checkTypes(item, `${path}.${index}`, depth + 1));
  } else if (isDocument(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__') throw refuse(`a field named __proto__ (at ${path})`);
      checkTypes(item, `${path}.${key}`, depth + 1);
    }
  } else if (typeof value === 'number' ? !Number.isFinite(value) : !isKept(value)) {
    throw refuse(`${typeName(value)} (at ${path}); it keeps ${keptTypes}`);
  }
}

const keptTypes =
  'strings (also as _id), dates, booleans, null, objects, arrays, and numbers that JavaScript holds exactly';

function isKept(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  // Filters may hold a regular expression; documents and updates are checked again.
  if (value instanceof BSONRegExp) return true;
  return value === null || ['string', 'boolean'].includes(typeof value);
}

function typeName(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `the value ${String(value)}`;
  if (value instanceof Date) return 'a date outside the range of JavaScript';
  const type = (value as { _bsontype?: string })._bsontype;
  return type === 'Long' ? 'a 64-bit integer beyond 2^53' : `the BSON type ${type ?? 'unknown'}`;
}

/** Throws a CommandError unless the document can be stored as it is, with a string as `_id`. */
export function checkStorable(document: Document): void {
  const { _id } = document;
  // NeDB skips a line without a truthy _id when it loads a file.
  if (typeof _id !== 'string' || _id === '' || _id === '__proto__') {
    throw refuse('an _id that is not a non-empty string');
  }
  refuseRegExp(document);
  checkKeys(document);
}

/** Throws a CommandError if the value is or holds a regular expression. */
export function refuseRegExp(value: unknown): void {
  if (value instanceof BSONRegExp) throw refuse('regular expressions anywhere but in filters');
  if (Array.isArray(value)) value.forEach(refuseRegExp);
  else if (isDocument(value)) Object.values(value).forEach(refuseRegExp);
}

function checkKeys(value: unknown): void {
  if (Array.isArray(value)) value.forEach(checkKeys);
  if (!isDocument(value)) return;
  for (const [key, item] of Object.entries(value)) {
    if (key.startsWith('$') || key.includes('.')) {
      throw new CommandError(52, `The field name '${key}' is not allowed: it holds $ or a dot.`);
    }
    checkKeys(item);
  }
}
