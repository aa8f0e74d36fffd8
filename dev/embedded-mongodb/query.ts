import { BSONRegExp } from 'bson';
import { Aggregator, Query } from 'mingo';

import { checkFields, CommandError, refuse } from './refusals.ts';
import { asDocument, checkPath, isDocument, isScalar, valueAt, type Document } from './values.ts';

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

// mingo compares strings in UTF-16: up to such a bound that is MongoDB's order too.
const isBound = (value: unknown) =>
  typeof value === 'string'
    ? !/[\ud800-\uffff]/.test(value)
    : typeof value === 'number' || value instanceof Date;

/** The operators of filters, and the values that they may take. */
const operators: Record<string, (value: unknown) => boolean> = {
  $ne: isScalar,
  $in: (value) => Array.isArray(value) && value.every(isScalar),
  $gt: isBound,
  $gte: isBound,
  $lt: isBound,
  $lte: isBound,
  $exists: (value) => typeof value === 'boolean',
};

function match(documents: Document[], filter: unknown): Document[] {
  const query = new Query<Document>(asMingoFilter(asDocument(filter), documents), {});
  return documents.filter((document) => query.test(document));
}

/** Returns a filter as mingo takes it. Throws a CommandError unless it is served for documents. */
function asMingoFilter(filter: Document, documents: Document[]): Document {
  const checked: Document = {};
  for (const [key, value] of Object.entries(filter)) {
    if (['$and', '$or'].includes(key) && Array.isArray(value) && value.length > 0) {
      checked[key] = value.map((part) => asMingoFilter(asDocument(part), documents));
    } else if (key.startsWith('$')) {
      throw new CommandError(2, `unknown or empty top level operator: ${key}`);
    } else {
      checked[checkPath(key)] = asMingoCondition(value);
      for (const document of documents) valueAt(document, key);
    }
  }
  return checked;
}

function asMingoCondition(value: unknown): unknown {
  if (value instanceof BSONRegExp) return toRegExp(value.pattern, value.options);
  if (isScalar(value)) return value;
  const isOperators = isDocument(value) && Object.keys(value)[0]?.startsWith('$');
  if (!isOperators) throw refuse('equality with whole objects and arrays');
  if ('$regex' in value) {
    checkFields(value, '$regex $options');
    return toRegExp(value.$regex, value.$options ?? '');
  }
  for (const [operator, operand] of Object.entries(value)) {
    const serves = Object.hasOwn(operators, operator) && operators[operator];
    if (!serves) throw new CommandError(2, `unknown operator: ${operator}`);
    if (!serves(operand)) throw refuse(`${operator} of such a value`);
  }
  return value;
}

function toRegExp(pattern: unknown, options: unknown): RegExp {
  const isServed = typeof pattern === 'string' && (options === '' || options === 'i');
  if (isServed) return new RegExp(pattern, options);
  throw refuse('regular expressions but as texts, and with other options than i');
}

function sort(documents: Document[], specification: unknown): Document[] {
  const criteria = Object.entries(asDocument(specification));
  for (const [path, direction] of criteria) {
    const isServed = checkPath(path) && (direction === 1 || direction === -1);
    if (!isServed) throw new CommandError(2, 'The sort direction must be 1 or -1.');
  }
  return documents.toSorted((left, right) => {
    for (const [path, direction] of criteria) {
      const order = compare(valueAt(left, path), valueAt(right, path));
      if (order !== 0) return order * Number(direction);
    }
    return 0;
  });
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
  const [kind = 0, ...otherKinds] = new Set(named.values());
  const isServed = [...named.keys()].every((path) => !checkPath(path).includes('.'));
  if (!isServed || (kind !== 0 && kind !== 1) || otherKinds.length > 0) {
    throw refuse('a projection but of whole fields that are all 1 or all 0');
  }
  const isKept = ([name]: [string, unknown]) =>
    kind === 1 ? name === '_id' || named.has(name) : !named.has(name);
  return documents.map((document) => Object.fromEntries(Object.entries(document).filter(isKept)));
}

/** Groups by a field or a constant, and adds up numbers. */
function group(documents: Document[], specification: unknown): Document[] {
  const { _id = {}, ...fields } = asDocument(specification);
  const valuesOf = (expression: unknown) => {
    if (typeof expression !== 'string') return [expression];
    const path = checkPath(expression.replace('$', ''));
    return documents.map((document) => valueAt(document, path) ?? null);
  };
  if (!valuesOf(_id).every(isScalar)) throw refuse('grouping by anything but a plain value');
  for (const [name, field] of Object.entries(fields)) {
    const { $sum = {}, ...others } = asDocument(field);
    const areNumbers = valuesOf($sum).every((value) => typeof (value ?? 0) === 'number');
    const isServed = areNumbers && Object.keys(others).length === 0 && !name.includes('.');
    if (!isServed) throw refuse(`'${name}' as anything but a $sum of numbers`);
  }
  return new Aggregator([{ $group: specification }], {}).run<Document>(documents);
}
