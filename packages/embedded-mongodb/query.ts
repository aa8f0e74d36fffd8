import { BSONRegExp, ObjectId } from 'bson';

import { checkFields, CommandError, refuse } from './refusals.ts';
import {
  asDocument,
  checkPath,
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

type Test<Tested> = (tested: Tested) => boolean;

/** Returns the documents that match a filter. Stops when it has found `enough` of them. */
export function match(documents: Iterable<Document>, filter: unknown, enough = Infinity) {
  const matches = testOf(filter);
  const matchingDocuments: Document[] = [];
  for (const document of documents) {
    if (matches(document) && matchingDocuments.push(document) >= enough) break;
  }
  return matchingDocuments;
}

/** Throws a CommandError for an empty `$and` or `$or`, or as `operators` do. */
function testOf(filter: unknown): Test<Document> {
  const tests = Object.entries(asDocument(filter)).map(([key, condition]) => {
    if (!key.startsWith('$')) return testOfField(key, condition);
    if (key !== '$and' && key !== '$or') throw new CommandError(2, `unknown operator: ${key}`);
    if (!Array.isArray(condition) || condition.length === 0) {
      throw new CommandError(2, `${key} needs a list with something in it`);
    }
    const alternatives = condition.map(testOf);
    if (key === '$and') return allOf(alternatives);
    return (document: Document) => alternatives.some((test) => test(document));
  });
  return allOf(tests);
}

function allOf<Tested>(tests: Test<Tested>[]): Test<Tested> {
  return (tested) => tests.every((test) => test(tested));
}

function testOfField(path: string, condition: unknown): Test<Document> {
  const read = readerOf(checkPath(path));
  const test = allOf(
    conditionsIn(condition).map(([operator, operand]) => {
      const [isServed, make] = (Object.hasOwn(operators, operator) && operators[operator]) || [];
      if (!isServed || !make) throw new CommandError(2, `unknown operator: ${operator}`);
      if (!isServed(operand)) throw refuse(`${operator} with this kind of value`);
      return make(operand as never);
    }),
  );
  return (document) => test(read(document));
}

/** The operators of a condition and their operands. A regular expression becomes a `RegExp`. */
function conditionsIn(condition: unknown): [operator: string, operand: unknown][] {
  const isRegExp = condition instanceof BSONRegExp;
  const value = isRegExp ? { $regex: condition.pattern, $options: condition.options } : condition;
  const hasOperators = isDocument(value) && Object.keys(value).some((key) => key.startsWith('$'));
  if (!hasOperators) return [['$eq', value]];
  if (!('$regex' in value)) return Object.entries(value);
  checkFields(value, '$regex $options');
  const { $regex: pattern, $options: given = '' } = value;
  // Python's driver sends `u`. MongoDB ignores this option, because all its texts are Unicode.
  const options = typeof given === 'string' ? given.replace('u', '') : given;
  const isServed = typeof pattern === 'string' && (options === '' || options === 'i');
  if (isServed) return [['$regex', new RegExp(pattern, options)]];
  throw refuse('regular expressions with options other than i, or not given as text');
}

const isBound = (value: unknown) => ['string', 'number', 'Date'].includes(kindOf(value));
const areScalars = (operand: unknown) => Array.isArray(operand) && operand.every(isScalar);

/** The operators: which operands each of them serves, and the test of a field's value. */
const operators: Record<string, [Test<unknown>, make: (operand: never) => Test<unknown>]> = {
  $eq: [isScalar, equals],
  $ne: [isScalar, (operand) => not(equals(operand))],
  $in: [areScalars, equalsOneOf],
  $nin: [areScalars, (operands: unknown[]) => not(equalsOneOf(operands))],
  $gt: [isBound, (bound) => compares(bound, (order) => order > 0)],
  $gte: [isBound, (bound) => compares(bound, (order) => order >= 0)],
  $lt: [isBound, (bound) => compares(bound, (order) => order < 0)],
  $lte: [isBound, (bound) => compares(bound, (order) => order <= 0)],
  $exists: [
    (operand) => typeof operand === 'boolean',
    (operand) => (value) => (value !== undefined) === operand,
  ],
  $regex: [
    (operand) => operand instanceof RegExp,
    (pattern: RegExp) => anyOf((value) => typeof value === 'string' && pattern.test(value)),
  ],
};

/** Tests a value, or each element of an array. A missing value counts as null. */
function anyOf(test: Test<unknown>): Test<unknown> {
  return (value = null) =>
    Array.isArray(value) ? value.some((item) => !Array.isArray(item) && test(item)) : test(value);
}

function not(test: Test<unknown>): Test<unknown> {
  return (value) => !test(value);
}

function equals(operand: unknown): Test<unknown> {
  const isObject = operand instanceof Date || operand instanceof ObjectId;
  if (isObject) return compares(operand, (order) => order === 0);
  return (value = null) => (Array.isArray(value) ? value.includes(operand) : value === operand);
}

function equalsOneOf(operands: unknown[]): Test<unknown> {
  const tests = operands.map(equals);
  return (value) => tests.some((test) => test(value));
}

function compares(operand: unknown, isMet: (order: number) => boolean): Test<unknown> {
  const kind = kindOf(operand);
  return anyOf((value) => kindOf(value) === kind && isMet(compareScalars(value, operand)));
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

/** Keeps `_id` and fields set to 1, or drops those set to 0. Throws a CommandError otherwise. */
export function project(documents: Document[], projection: unknown): Document[] {
  const { _id, ...others } = asDocument(projection);
  const [idSetting, ...kinds] = [_id, ...new Set(Object.values(others))].map((value) =>
    typeof value === 'boolean' ? Number(value) : value,
  );
  const [kind = idSetting, ...otherKinds] = new Set(kinds);
  if (kind === undefined) return documents;
  const isServed =
    Object.keys(others).every((path) => !checkPath(path).includes('.')) &&
    (kind === 0 || kind === 1) &&
    (idSetting === undefined || idSetting === 0 || idSetting === kind) &&
    otherKinds.length === 0;
  if (!isServed) throw refuse('projections other than of whole fields, all 1 or all 0');
  const isKept = (name: string) => {
    if (name === '_id') return idSetting !== 0;
    return Object.hasOwn(others, name) === (kind === 1);
  };
  return documents.map((document) =>
    Object.fromEntries(Object.entries(document).filter(([name]) => isKept(name))),
  );
}
