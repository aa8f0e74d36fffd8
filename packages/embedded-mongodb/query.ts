import { BSONRegExp } from 'bson';
import { Aggregator } from 'mingo/aggregator';
import { Context } from 'mingo/core';
import { $sum } from 'mingo/operators/accumulator';
import { $group, $project } from 'mingo/operators/pipeline';
import * as mingo from 'mingo/operators/query';
import { Query } from 'mingo/query';
import { compare } from 'mingo/util';

import { checkFields, CommandError, refuse } from './refusals.ts';
import { asDocument, checkPath, isDocument, isScalar, readerOf, type Document } from './values.ts';

const stages: Record<string, typeof sort> = { $match: match, $sort: sort, $group: group };

/** Runs a read-only pipeline. Throws a CommandError for unsupported stages. */
export function runPipeline(documents: Document[], pipeline: unknown): Document[] {
  return (pipeline as unknown[]).reduce<Document[]>((found, stage) => {
    const [[name, specification] = ['', undefined], ...others] = Object.entries(asDocument(stage));
    const run = Object.hasOwn(stages, name) && others.length === 0 && stages[name];
    if (run) return run(found, specification);
    throw refuse(`the aggregation stage '${name}' with these options`);
  }, documents);
}

/** Applies the options of `find`. Throws a CommandError for unsupported ones. */
export function runFind(documents: Document[], options: Document): Document[] {
  const [skip = 0, limit = 0] = [options.skip ?? 0, options.limit ?? 0].map(Number);
  if (skip < 0 || limit < 0 || !Number.isInteger(skip + limit)) throw refuse('this skip or limit');
  const end = limit === 0 ? Infinity : skip + limit;
  const found = match(documents, options.filter, options.sort ? Infinity : end);
  return project(sort(found, options.sort).slice(skip, end), options.projection);
}

// JavaScript compares strings in UTF-16, which gives MongoDB's order up to this character.
const isBound = (value: unknown) =>
  typeof value === 'string'
    ? !/[\ud800-\uffff]/.test(value)
    : typeof value === 'number' || value instanceof Date;

/** The supported filter operators and the values that each accepts. */
const query = {
  $and: mingo.$and,
  $or: mingo.$or,
  $eq: guarded(mingo.$eq, isScalar),
  $ne: guarded(mingo.$ne, isScalar),
  $in: guarded(mingo.$in, (operand) => Array.isArray(operand) && operand.every(isScalar)),
  $gt: guarded(mingo.$gt, isBound),
  $gte: guarded(mingo.$gte, isBound),
  $lt: guarded(mingo.$lt, isBound),
  $lte: guarded(mingo.$lte, isBound),
  $exists: guarded(mingo.$exists, (operand) => typeof operand === 'boolean'),
  $regex: guarded(mingo.$regex, (operand) => operand instanceof RegExp),
};
const context = Context.init({ query, pipeline: { $group, $project }, accumulator: { $sum } });

const isNoList = (value: unknown) => !Array.isArray(value);

/** Applies a mingo operator, with supported operands only, to the value at a path. */
function guarded(operator: typeof mingo.$eq, isServed: (operand: unknown) => boolean) {
  return ((path, operand, options) => {
    if (!isServed(operand)) throw refuse(`${operator.name} with this kind of value`);
    const [read, test] = [readerOf(checkPath(path)), operator('value', operand, options)];
    return (document) => {
      const value = read(document);
      // mingo would also look into nested arrays.
      return test({ value: Array.isArray(value) ? value.filter(isNoList) : value });
    };
  }) satisfies typeof mingo.$eq;
}

/** Runs a checked stage with mingo. */
function runStage(documents: Document[], stage: Document): Document[] {
  return new Aggregator([stage], { context }).run(documents);
}

function match(documents: Document[], filter: unknown, enough = Infinity): Document[] {
  const asked = new Query(asFilter(filter), { context });
  const found: Document[] = [];
  for (const document of documents) {
    if (asked.test(document) && found.push(document) >= enough) break;
  }
  return found;
}

/** Converts a filter for mingo, and rejects unknown operators. */
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
  if (!isDocument(value)) return value;
  if ('$eq' in value) throw new CommandError(2, 'unknown query operator $eq');
  if (!('$regex' in value)) return value;
  checkFields(value, '$regex $options');
  const { $regex: pattern, $options: options = '' } = value;
  const isServed = typeof pattern === 'string' && (options === '' || options === 'i');
  if (isServed) return new RegExp(pattern, options);
  throw refuse('regular expressions with options other than i, or not given as text');
}

function sort(documents: Document[], specification: unknown): Document[] {
  const criteria = Object.entries(asDocument(specification)).map(([path, direction]) => {
    if (direction === 1 || direction === -1) return [readerOf(checkPath(path)), direction] as const;
    throw new CommandError(2, 'The sort direction must be 1 or -1.');
  });
  if (criteria.length === 0) return documents;
  // mingo's $sort is slower: it hashes every key, and compares by all of them even if one is
  // enough.
  return documents.toSorted((left, right) => {
    for (const [read, direction] of criteria) {
      const order = compareValues(read(left), read(right));
      if (order !== 0) return order * direction;
    }
    return 0;
  });
}

/** mingo's order, with missing values and null first. */
function compareValues(left: unknown = null, right: unknown = null): number {
  const hasNull = left === null || right === null;
  const isServed = isScalar(left) && isScalar(right) && (hasNull || typeof left === typeof right);
  if (!isServed) throw refuse('sorting by arrays, objects or values of different types');
  return compare(asKey(left), asKey(right));
}

// As bytes and numbers, because mingo compares strings in UTF-16, and dates slowly.
const asKey = (value: unknown) =>
  typeof value === 'string' ? Buffer.from(value) : value instanceof Date ? +value : value;

/** Includes the fields that are 1, or excludes those that are 0. */
function project(documents: Document[], projection: unknown): Document[] {
  const $project = asDocument(projection);
  const [kind, ...otherKinds] = new Set(Object.values($project));
  if (kind === undefined) return documents;
  const isWhole = Object.keys($project).every((path) => !checkPath(path).includes('.'));
  const isServed = isWhole && (kind === 0 || kind === 1) && otherKinds.length === 0;
  if (isServed) return runStage(documents, { $project });
  throw refuse('projections other than of whole fields, all 1 or all 0');
}

/** Groups by a field, a constant or an object of them, and sums numbers. */
function group(documents: Document[], specification: unknown): Document[] {
  const { _id = {}, ...fields } = asDocument(specification);
  const parts = Object.entries(isDocument(_id) ? _id : { _id });
  const keys = parts.map(([name, part]) => asExpression(part, name));
  const sums = Object.entries(fields).map(([name, field]) => {
    const { $sum = {}, ...others } = asDocument(field);
    return asExpression(Object.keys(others).length === 0 ? $sum : {}, name);
  });
  const isServed = (document: Document) =>
    keys.every((read) => isScalar(read(document) ?? null)) &&
    sums.every((read) => typeof (read(document) ?? 0) === 'number');
  if (keys.length > 0 && documents.every(isServed))
    return runStage(documents, { $group: specification });
  throw refuse('grouping by values other than plain ones, or summing values other than numbers');
}

/** A reader of a path such as `$status`, or of a constant. */
function asExpression(expression: unknown, name: string): (document: Document) => unknown {
  if (!isScalar(expression) || /[.$]/.test(name)) {
    throw refuse(`grouping with '${name}' other than as a plain value, a path or a $sum`);
  }
  const isPath = typeof expression === 'string' && expression.startsWith('$');
  return isPath ? readerOf(checkPath(expression.slice(1))) : () => expression;
}
