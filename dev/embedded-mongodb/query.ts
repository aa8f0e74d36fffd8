import { BSONRegExp } from 'bson';
import { Aggregator, Query } from 'mingo';

import {
  asDocument,
  checkPath,
  CommandError,
  isDocument,
  isScalar,
  refuse,
  valueAt,
  type Document,
} from './values.ts';

type Stage = (documents: Document[]) => Document[];

const stages: Record<string, (specification: unknown) => Stage> = {
  $match: (filter) => {
    const matches = compileFilter(filter);
    return (documents) => documents.filter(matches);
  },
  $sort: compileSort,
  $skip: (given) => {
    const count = asCount(given, 0);
    return (documents) => documents.slice(count);
  },
  $limit: (given) => {
    const count = asCount(given, 1);
    return (documents) => documents.slice(0, count);
  },
  $project: compileProjection,
  $group: compileGroup,
  $count: (name) => {
    if (typeof name !== 'string' || name.includes('.')) throw refuse('$count without a plain name');
    return ({ length }) => (length === 0 ? [] : [{ [checkPath(name)]: length }]);
  },
};

/** The pipeline that does what the options of `find` say, with 0 for no limit. */
export function pipelineOf({ filter, sort, skip = 0, limit = 0, projection }: Document) {
  const limited = limit === 0 ? [] : [{ $limit: limit }];
  const found = [{ $match: filter }, { $sort: sort }, { $skip: skip }, ...limited];
  return [...found, { $project: projection }];
}

/** Runs a pipeline, which changes no document. Throws a CommandError for what is not served. */
export function runPipeline(pipeline: Document[], documents: Document[]): Document[] {
  const compiled = pipeline.map((stage) => {
    const [[name, specification] = ['', undefined], ...others] = Object.entries(asDocument(stage));
    const compile = Object.hasOwn(stages, name) && others.length === 0 && stages[name];
    if (compile) return compile(specification);
    throw refuse(`the aggregation stage '${name}' like this`);
  });
  return compiled.reduce((found, stage) => stage(found), documents);
}

function asCount(value: unknown, least: number): number {
  if (Number.isInteger(value) && Number(value) >= least) return Number(value);
  throw refuse('a negative skip or limit');
}

const isList = (value: unknown) => Array.isArray(value) && value.every(isScalar);
// mingo compares strings in UTF-16: up to such a bound that is MongoDB's order too.
const isBound = (value: unknown) =>
  typeof value === 'string'
    ? !/[\ud800-\uffff]/.test(value)
    : typeof value === 'number' || value instanceof Date;

/** The operators of filters, and the values that they may take. */
const operators: Record<string, (value: unknown) => boolean> = {
  $eq: isScalar,
  $ne: isScalar,
  $in: isList,
  $nin: isList,
  $gt: isBound,
  $gte: isBound,
  $lt: isBound,
  $lte: isBound,
  $exists: (value) => typeof value === 'boolean',
};

/** Returns the predicate for a filter. Both throw a CommandError for what is not served. */
export function compileFilter(filter: unknown): (document: Document) => boolean {
  const paths: string[] = [];
  const query = new Query<Document>(checkFilter(asDocument(filter), paths), {});
  return (document) => {
    for (const path of paths) valueAt(document, path);
    return query.test(document);
  };
}

/** Returns the filter as mingo takes it, and adds its dotted paths to `paths`. */
function checkFilter(filter: Document, paths: string[]): Document {
  const checked: Document = {};
  for (const [key, value] of Object.entries(filter)) {
    if (['$and', '$or'].includes(key) && Array.isArray(value) && value.length > 0) {
      checked[key] = value.map((part) => checkFilter(asDocument(part), paths));
    } else if (key.startsWith('$')) {
      throw new CommandError(2, `unknown or empty top level operator: ${key}`);
    } else {
      checked[key] = checkCondition(value);
      if (checkPath(key).includes('.')) paths.push(key);
    }
  }
  return checked;
}

function checkCondition(value: unknown): unknown {
  if (value instanceof BSONRegExp) return toRegExp(value.pattern, value.options);
  if (isScalar(value)) return value;
  const isOperators = isDocument(value) && Object.keys(value)[0]?.startsWith('$');
  if (!isOperators) throw refuse('equality with whole objects and arrays');
  const checked: Document = {};
  for (const [operator, operand] of Object.entries(value)) {
    if (operator === '$options' && value.$regex !== undefined) continue;
    if (operator === '$regex') checked.$regex = toRegExp(operand, value.$options ?? '');
    else if (!Object.hasOwn(operators, operator)) {
      throw new CommandError(2, `unknown operator: ${operator}`);
    } else if (operators[operator]?.(operand)) checked[operator] = operand;
    else throw refuse(`${operator} of such a value`);
  }
  return checked;
}

function toRegExp(pattern: unknown, options: unknown): RegExp {
  if (typeof pattern === 'string' && typeof options === 'string' && /^[ims]*$/.test(options)) {
    return new RegExp(pattern, options);
  }
  throw refuse('regular expressions but as texts, and with options other than i, m and s');
}

function compileSort(sort: unknown): Stage {
  const criteria = Object.entries(asDocument(sort));
  for (const [path, direction] of criteria) {
    if (direction === 1 || direction === -1) checkPath(path);
    else throw new CommandError(2, 'The sort direction must be 1 or -1.');
  }
  return (documents) =>
    criteria.length === 0
      ? documents
      : documents.toSorted((left, right) => {
          for (const [path, direction] of criteria) {
            const order = compare(valueAt(left, path), valueAt(right, path));
            if (order !== 0) return order * Number(direction);
          }
          return 0;
        });
}

/** MongoDB's order, also of values of different types. */
function compare(left: unknown, right: unknown): number {
  const order = rankOf(left) - rankOf(right);
  if (order !== 0 || (left ?? null) === null) return order;
  if (typeof left !== 'string') return Number(left) - Number(right);
  // JavaScript compares UTF-16, MongoDB bytes of UTF-8.
  return Buffer.compare(Buffer.from(left), Buffer.from(String(right)));
}

function rankOf(value: unknown): number {
  const type = value instanceof Date ? 'date' : typeof (value ?? undefined);
  const rank = ['undefined', 'number', 'string', 'boolean', 'date'].indexOf(type);
  if (rank === -1) throw refuse('sorting by arrays or objects');
  return rank;
}

/** Returns what leaves documents with only the fields to keep, or without those to leave out. */
export function compileProjection(given: unknown): Stage {
  const projection = asDocument(given);
  for (const [path, value] of Object.entries(projection)) {
    const isServed = checkPath(path) && [0, 1, true, false].includes(value as number);
    if (!isServed) throw refuse(`a projection of '${path}' other than 1 or 0`);
  }
  const { _id, ...others } = projection;
  if (new Set(Object.values(others).map(Number)).size > 1) {
    throw new CommandError(2, 'A projection cannot both keep fields and leave fields out.');
  }
  if (Object.keys(projection).length === 0) return (documents) => documents;
  // mingo writes _id last, MongoDB first. What it leaves out it takes from the document itself.
  const project = byMingo({ $project: _id === undefined ? others : { _id, ...others } });
  return (documents) => project(structuredClone(documents));
}

function compileGroup(given: unknown): Stage {
  const { _id, ...fields } = asDocument(given);
  const operations = Object.values(fields).flatMap((field) => Object.entries(asDocument(field)));
  const refused = operations.find(([name]) => !/^\$(sum|avg|min|max)$/.test(name))?.[0];
  if (refused || operations.length !== Object.keys(fields).length) {
    throw refuse(`the accumulator '${refused}' or several for a field`);
  }
  for (const value of [_id, ...operations.map(([, operand]) => operand)]) {
    const isServed = typeof value === 'string' ? /^\$[^$]/.test(value) : isScalar(value);
    if (!isServed || value === undefined) throw refuse('expressions but plain values and $fields');
  }
  const run = byMingo({ $group: given });
  return (documents) => {
    for (const [operator, operand] of operations) checkOperands(documents, operator, operand);
    return run(documents);
  };
}

// About arrays, strings and values of several types mingo and MongoDB differ.
function checkOperands(documents: Document[], operator: string, operand: unknown): void {
  if (typeof operand !== 'string') return;
  const path = checkPath(operand.slice(1));
  const values = documents.map((document) => valueAt(document, path) ?? null);
  const types = new Set(
    values.map((value) => (value instanceof Date ? 'date' : value === null || typeof value)),
  );
  types.delete(true);
  const isServed = types.has('number') || (types.has('date') && /min|max/.test(operator));
  if (types.size > 1 || (types.size === 1 && !isServed)) {
    throw refuse(`${operator} of anything but numbers, and of dates together with numbers`);
  }
}

function byMingo(stage: Document): Stage {
  const aggregator = new Aggregator([stage], {});
  return (documents) => aggregator.run<Document>(documents);
}
