import { BSONRegExp } from 'bson';
import { Context } from 'mingo/core';
import * as mingo from 'mingo/operators/query';
import { Query } from 'mingo/query';

import { checkFields, CommandError, refuse } from './refusals.ts';
import {
  asDocument,
  checkPath,
  comparable,
  compareScalars,
  isDocument,
  isScalar,
  kindOf,
  readerOf,
  type Document,
} from './values.ts';

/** Applies the options of `find`. Throws a CommandError for unsupported options. */
export function runFind(documents: Iterable<Document>, options: Document): Document[] {
  const [skip, limit] = [asCount(options.skip), asCount(options.limit)];
  const end = limit === 0 ? Infinity : skip + limit;
  const isSorted = Object.keys(asDocument(options.sort)).length > 0;
  const matching = match(documents, options.filter, isSorted ? Infinity : end);
  return project(sort(matching, options.sort).slice(skip, end), options.projection);
}

/** Parses a number of documents, by default 0. Throws a CommandError for other values. */
export function asCount(value: unknown = 0): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 0) return count;
  throw refuse('this skip, limit or size');
}

// JavaScript compares UTF-16 code units. This gives MongoDB's order only below U+D800.
const isBound = (value: unknown) =>
  typeof value === 'string'
    ? !/[\ud800-\uffff]/.test(value)
    : typeof value === 'number' || value instanceof Date;
const areScalars = (operand: unknown) => Array.isArray(operand) && operand.every(isScalar);

const query = {
  $and: mingo.$and,
  $or: mingo.$or,
  $eq: guarded(mingo.$eq, isScalar),
  $ne: guarded(mingo.$ne, isScalar),
  $in: guarded(mingo.$in, areScalars),
  $nin: guarded(mingo.$nin, areScalars),
  $gt: guarded(mingo.$gt, isBound),
  $gte: guarded(mingo.$gte, isBound),
  $lt: guarded(mingo.$lt, isBound),
  $lte: guarded(mingo.$lte, isBound),
  $exists: guarded(mingo.$exists, (operand) => typeof operand === 'boolean'),
  $regex: guarded(mingo.$regex, (operand) => operand instanceof RegExp),
};
const context = Context.init({ query });

const isNoList = (value: unknown) => !Array.isArray(value);

/** Wraps a mingo operator. Applies it to the value at a path, and refuses unsupported operands. */
function guarded(operator: typeof mingo.$eq, isServed: (operand: unknown) => boolean) {
  return ((path, operand, options) => {
    if (!isServed(operand)) throw refuse(`${operator.name} with this kind of value`);
    const wanted = Array.isArray(operand) ? operand.map(comparable) : comparable(operand);
    const [read, test] = [readerOf(checkPath(path)), operator('value', wanted, options)];
    return (document) => {
      const value = read(document);
      // Nested arrays are removed, because mingo would also look into them.
      return test({
        value: Array.isArray(value) ? value.filter(isNoList).map(comparable) : comparable(value),
      });
    };
  }) satisfies typeof mingo.$eq;
}

/** Returns the documents that match a filter. Stops when it has found `enough` of them. */
export function match(documents: Iterable<Document>, filter: unknown, enough = Infinity) {
  const asked = new Query(asFilter(filter), { context });
  const found: Document[] = [];
  for (const document of documents) {
    if (asked.test(document) && found.push(document) >= enough) break;
  }
  return found;
}

/**
 * Converts a filter for mingo. Throws a CommandError for an empty `$and` or `$or`, or an
 * unsupported regular expression.
 */
function asFilter(filter: unknown): Document {
  const entries = Object.entries(asDocument(filter)).map(([key, value]) => {
    if (key !== '$and' && key !== '$or') return [key, asCondition(value)] as const;
    if (Array.isArray(value) && value.length > 0) return [key, value.map(asFilter)] as const;
    throw new CommandError(2, `${key} needs a list with something in it`);
  });
  return Object.fromEntries(entries);
}

function asCondition(condition: unknown): unknown {
  const isRegExp = condition instanceof BSONRegExp;
  const value = isRegExp ? { $regex: condition.pattern, $options: condition.options } : condition;
  if (!isDocument(value) || !('$regex' in value)) return value;
  checkFields(value, '$regex $options');
  const { $regex: pattern, $options: given = '' } = value;
  // Python's driver sends `u`. MongoDB ignores this option, because all its texts are Unicode.
  const options = typeof given === 'string' ? given.replace('u', '') : given;
  const isServed = typeof pattern === 'string' && (options === '' || options === 'i');
  if (isServed) return new RegExp(pattern, options);
  throw refuse('regular expressions with options other than i, or not given as text');
}

/** Sorts documents. Throws a CommandError for values that it cannot sort as MongoDB does. */
export function sort(documents: Document[], specification: unknown): Document[] {
  const criteria = Object.entries(asDocument(specification)).map(([path, direction]) => {
    if (direction === 1 || direction === -1) return [readerOf(checkPath(path)), direction] as const;
    throw new CommandError(2, 'The sort direction must be 1 or -1.');
  });
  if (criteria.length === 0) return documents;
  const rows = documents.map((document) => ({
    document,
    keys: criteria.map(([read]) => read(document)),
  }));
  rows.sort((left, right) => {
    for (const [index, [, direction]] of criteria.entries()) {
      const order = compareValues(left.keys[index], right.keys[index]);
      if (order !== 0) return order * direction;
    }
    return 0;
  });
  return rows.map(({ document }) => document);
}

function compareValues(left: unknown = null, right: unknown = null): number {
  const hasNull = left === null || right === null;
  const isServed = isScalar(left) && isScalar(right) && (hasNull || kindOf(left) === kindOf(right));
  if (isServed) return compareScalars(left, right);
  throw refuse('sorting by arrays, objects or values of different types');
}

/**
 * Keeps only the fields that the projection sets to 1, or removes the fields that it sets to 0.
 * Keeps `_id` unless the projection sets it to 0. Throws a CommandError for other projections.
 */
export function project(documents: Document[], projection: unknown): Document[] {
  const { _id, ...others } = asDocument(projection);
  const [own, ...kinds] = [_id, ...new Set(Object.values(others))].map((value) =>
    typeof value === 'boolean' ? Number(value) : value,
  );
  const [kind = own, ...otherKinds] = new Set(kinds);
  if (kind === undefined) return documents;
  const isServed =
    Object.keys(others).every((path) => !checkPath(path).includes('.')) &&
    (kind === 0 || kind === 1) &&
    (own === undefined || own === 0 || own === kind) &&
    otherKinds.length === 0;
  if (!isServed) throw refuse('projections other than of whole fields, all 1 or all 0');
  const isKept = (name: string) => {
    if (name === '_id') return own !== 0;
    return Object.hasOwn(others, name) === (kind === 1);
  };
  return documents.map((document) =>
    Object.fromEntries(Object.entries(document).filter(([name]) => isKept(name))),
  );
}
