import { BSONRegExp } from 'bson';

import { checkFields, CommandError, refuse } from './refusals.ts';
import { asDocument, checkPath, isDocument, isScalar, readerOf, type Document } from './values.ts';

type Stage = (documents: Document[], specification: unknown) => Document[];

const stages: Record<string, Stage> = { $match: match, $sort: sort, $group: group };

/** Runs a pipeline, which changes no document. Throws a CommandError for what is not served. */
export function runPipeline(documents: Document[], pipeline: unknown): Document[] {
  return (pipeline as unknown[]).reduce<Document[]>((found, stage) => {
    const [[name, specification] = ['', undefined], ...others] = Object.entries(asDocument(stage));
    const run = Object.hasOwn(stages, name) && others.length === 0 && stages[name];
    if (run) return run(found, specification);
    throw refuse(`the aggregation stage '${name}' like this`);
  }, documents);
}

/** Does what the options of `find` say. Throws a CommandError for what is not served. */
export function runFind(documents: Document[], options: Document): Document[] {
  const [skip = 0, limit = 0] = [options.skip ?? 0, options.limit ?? 0].map(Number);
  if (skip < 0 || limit < 0 || !Number.isInteger(skip + limit))
    throw refuse('such a skip or limit');
  const found = sort(match(documents, options.filter), options.sort);
  return project(found.slice(skip, limit === 0 ? undefined : skip + limit), options.projection);
}

type Test = (value: unknown) => boolean;

const allOf =
  (tests: Test[]): Test =>
  (value) =>
    tests.every((test) => test(value));
const oneOf =
  (tests: Test[]): Test =>
  (value) =>
    tests.some((test) => test(value));
const not =
  (test: Test): Test =>
  (value) =>
    !test(value);
/** Of an array one element has to pass. What is missing counts as null. */
const has =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) ? value.some(test) : test(value ?? null);

const isBoolean: Test = (value) => typeof value === 'boolean';
const areScalars: Test = (value) => Array.isArray(value) && value.every(isScalar);
// JavaScript compares strings in UTF-16: up to such a bound that is MongoDB's order too.
const isBound: Test = (value) =>
  typeof value === 'string'
    ? !/[\ud800-\uffff]/.test(value)
    : typeof value === 'number' || value instanceof Date;

/** The values that each operator of filters may take, and what a value has to pass then. */
const operators: Record<string, [isServed: Test, test: (operand: never) => Test]> = {
  $ne: [isScalar, (operand) => not(has(equal(operand)))],
  $in: [areScalars, (operand: unknown[]) => has(oneOf(operand.map(equal)))],
  $gt: [isBound, (operand: Date) => has((value) => isLike(value, operand) && value > operand)],
  $gte: [isBound, (operand: Date) => has((value) => isLike(value, operand) && value >= operand)],
  $lt: [isBound, (operand: Date) => has((value) => isLike(value, operand) && value < operand)],
  $lte: [isBound, (operand: Date) => has((value) => isLike(value, operand) && value <= operand)],
  $exists: [isBoolean, (operand: boolean) => (value) => (value !== undefined) === operand],
};

function equal(operand: unknown): Test {
  if (!(operand instanceof Date)) return (value) => value === operand;
  return (value) => value instanceof Date && value.getTime() === operand.getTime();
}

/** Whether two values are of one type: a bound is only for its own. */
function isLike(value: unknown, operand: Date): value is Date {
  return typeof operand === 'object' ? value instanceof Date : typeof value === typeof operand;
}

function match(documents: Document[], filter: unknown): Document[] {
  return documents.filter(asTest(asDocument(filter)));
}

/** Returns what a filter says of a document. Throws a CommandError unless all of it is served. */
function asTest(filter: Document): Test {
  const tests = Object.entries(filter).map(([key, value]): Test => {
    if (['$and', '$or'].includes(key) && Array.isArray(value) && value.length > 0) {
      return (key === '$and' ? allOf : oneOf)(value.map((part) => asTest(asDocument(part))));
    }
    const message = `unknown or empty top level operator: ${key}`;
    if (key.startsWith('$')) throw new CommandError(2, message);
    const [read, passes] = [readerOf(checkPath(key)), asCondition(value)];
    return (document) => passes(read(document as Document));
  });
  return allOf(tests);
}

function asCondition(value: unknown): Test {
  if (value instanceof BSONRegExp) return asRegExpTest(value.pattern, value.options);
  if (isScalar(value)) return has(equal(value));
  const isOperators = isDocument(value) && Object.keys(value)[0]?.startsWith('$');
  if (!isOperators) throw refuse('equality with whole objects and arrays');
  if ('$regex' in value) {
    checkFields(value, '$regex $options');
    return asRegExpTest(value.$regex, value.$options ?? '');
  }
  const tests = Object.entries(value).map(([operator, operand]) => {
    const [isServed, test] = (Object.hasOwn(operators, operator) && operators[operator]) || [];
    if (!isServed || !test) throw new CommandError(2, `unknown operator: ${operator}`);
    if (!isServed(operand)) throw refuse(`${operator} of such a value`);
    return test(operand as never);
  });
  return allOf(tests);
}

function asRegExpTest(pattern: unknown, options: unknown): Test {
  const isServed = typeof pattern === 'string' && (options === '' || options === 'i');
  if (!isServed) throw refuse('regular expressions but as texts, and with other options than i');
  const expression = new RegExp(pattern, options);
  return has((value) => typeof value === 'string' && expression.test(value));
}

function sort(documents: Document[], specification: unknown): Document[] {
  const criteria = Object.entries(asDocument(specification));
  if (criteria.length === 0) return documents;
  for (const [path, direction] of criteria) {
    const isServed = checkPath(path) && (direction === 1 || direction === -1);
    if (!isServed) throw new CommandError(2, 'The sort direction must be 1 or -1.');
  }
  const readers = criteria.map(([path]) => readerOf(path));
  const keyed = documents.map(
    (document) => [document, readers.map((read) => read(document))] as const,
  );
  keyed.sort(([, left], [, right]) => {
    for (const [index, [, direction]] of criteria.entries()) {
      const order = compare(left[index], right[index]);
      if (order !== 0) return order * Number(direction);
    }
    return 0;
  });
  return keyed.map(([document]) => document);
}

/** MongoDB's order, with what is missing or null first. */
function compare(left: unknown = null, right: unknown = null): number {
  const hasNull = left === null || right === null;
  const isServed = isScalar(left) && isScalar(right) && (hasNull || typeof left === typeof right);
  if (!isServed) throw refuse('sorting by arrays, objects or values of several types');
  if (hasNull) return Number(right === null) - Number(left === null);
  const isText = typeof left === 'string' && typeof right === 'string';
  // JavaScript compares UTF-16, MongoDB bytes of UTF-8.
  if (isText) return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return Number(left) - Number(right);
}

/** Keeps the fields that are 1, or leaves out those that are 0. */
function project(documents: Document[], projection: unknown): Document[] {
  const named = new Map(Object.entries(asDocument(projection)));
  if (named.size === 0) return documents;
  const [kind = 0, ...otherKinds] = new Set(named.values());
  const isServed = [...named.keys()].every((path) => !checkPath(path).includes('.'));
  if (!isServed || (kind !== 0 && kind !== 1) || otherKinds.length > 0) {
    throw refuse('a projection but of whole fields that are all 1 or all 0');
  }
  const isKept = ([name]: [string, unknown]) =>
    kind === 1 ? name === '_id' || named.has(name) : !named.has(name);
  return documents.map((document) => Object.fromEntries(Object.entries(document).filter(isKept)));
}

/** A value of a key leads to those of the next, and the last of them to the group. */
interface Branch extends Map<unknown, Branch> {
  group?: Document;
}

/** Groups by a field, a constant or an object of them, and adds up numbers. */
function group(documents: Document[], specification: unknown): Document[] {
  const { _id = {}, ...fields } = asDocument(specification);
  const parts = Object.entries(isDocument(_id) ? _id : { _id });
  const readers = parts.map(([name, part]) => asExpression(part, name));
  const sums = Object.entries(fields).map(([name, field]) => {
    const { $sum = {}, ...others } = asDocument(field);
    return [name, asExpression(Object.keys(others).length === 0 ? $sum : {}, name)] as const;
  });
  const groups: Document[] = [];
  const root: Branch = new Map();
  for (const document of documents) {
    let branch = root;
    const key = readers.map((read) => {
      // What is missing is null; in an object it stays missing.
      const found = read(document);
      const value = isDocument(_id) ? found : (found ?? null);
      // Of the same time there are many dates.
      const name = value instanceof Date ? Symbol.for(String(value.getTime())) : value;
      let next = branch.get(name);
      if (!next) branch.set(name, (next = new Map()));
      branch = next;
      return value;
    });
    const started = (branch.group ??= startGroup(key));
    for (const [sum, read] of sums) {
      const value = read(document) ?? 0;
      if (typeof value !== 'number') throw refuse(`'${sum}' as anything but a $sum of numbers`);
      started[sum] = Number(started[sum] ?? 0) + value;
    }
  }
  return groups;

  function startGroup(key: unknown[]): Document {
    const isServed = key.every((value = null) => isScalar(value));
    if (!isServed || key.length === 0) throw refuse('grouping by anything but plain values');
    const there = parts.map(([name], index) => [name, key[index]] as const);
    const whole = Object.fromEntries(there.filter(([, value]) => value !== undefined));
    const started = isDocument(_id) ? { _id: whole } : whole;
    groups.push(started);
    return started;
  }
}

/** What reads a path such as `$status`, or is a constant. */
function asExpression(expression: unknown, name: string): (document: Document) => unknown {
  if (!isScalar(expression) || /[.$]/.test(name)) {
    throw refuse(`grouping with '${name}' as anything but a plain value, a path or a $sum of them`);
  }
  const isPath = typeof expression === 'string' && expression.startsWith('$');
  return isPath ? readerOf(checkPath(expression.slice(1))) : () => expression;
}
