import { Aggregator } from 'mingo/aggregator';
import { Context } from 'mingo/core';
import { $first, $max, $sum } from 'mingo/operators/accumulator';
import { $divide, $multiply } from 'mingo/operators/expression/arithmetic';
import { $ne } from 'mingo/operators/expression/comparison';
import { $cond } from 'mingo/operators/expression/conditional';
import { $objectToArray } from 'mingo/operators/expression/object';
import { $toDouble } from 'mingo/operators/expression/type';
import { $addFields, $group, $project, $unwind } from 'mingo/operators/pipeline';

import { asCount, match, project, sort } from './query.ts';
import { checkFields, CommandError, refuse } from './refusals.ts';
import {
  asDocument,
  checkPath,
  encode,
  isDocument,
  isScalar,
  readerOf,
  type Document,
} from './values.ts';

/**
 * The number of stored documents that each input document stands for. An index can return one
 * document in place of all that have the same values. Documents that are not listed stand for one.
 */
export type Weights = Map<Document, number>;

type Stage = (documents: Document[], specification: unknown, weights: Weights) => Document[];

const stages: Record<string, Stage> = {
  $match: (documents, filter) => match(documents, filter),
  $sort: sort,
  $group: group,
  $project: (documents, specification) => {
    if (Object.keys(asDocument(specification)).length > 0) return project(documents, specification);
    throw new CommandError(51272, 'projection specification must have at least one field');
  },
  $skip: (documents, count) => documents.slice(asCount(count)),
  $limit: (documents, count) => documents.slice(0, atLeastOne(count)),
  $sample: sample,
  $unwind: unwind,
  $count: count,
};

/** Runs a read-only pipeline. Throws a CommandError for unsupported stages. */
export function runPipeline(
  documents: Document[],
  pipeline: [name: string, specification: unknown][],
  weights: Weights = new Map(),
): Document[] {
  return pipeline.reduce((found, [name, specification]) => {
    const run = Object.hasOwn(stages, name) && stages[name];
    if (run) return run(found, specification, weights);
    const known = `Unrecognized pipeline stage name: '${name}'`;
    throw new CommandError(40324, `${known} in the embedded server`);
  }, documents);
}

/** A stage's name and specification. Throws a CommandError unless the stage has just one field. */
export function stageOf(stage: Document): [string, unknown] {
  const [first, ...others] = Object.entries(asDocument(stage));
  if (first && others.length === 0) return first;
  throw new CommandError(40323, 'A pipeline stage specification must contain exactly one field.');
}

const statisticsContext = Context.init({
  pipeline: { $addFields, $group, $project, $unwind },
  accumulator: { $first, $max, $sum },
  expression: { $cond, $divide, $multiply, $ne, $objectToArray, $toDouble },
});

/**
 * Runs the stages after `$collStats` with mingo, because Compass uses operators there that
 * `runPipeline` does not support. Statistics are numbers, for which mingo gives the same results as
 * MongoDB.
 */
export function runOnStatistics(statistics: Document, pipeline: Document[]): Document[] {
  return new Aggregator(pipeline, { context: statisticsContext }).run([statistics]);
}

function atLeastOne(count: unknown): number {
  if (asCount(count) > 0) return Number(count);
  throw new CommandError(15958, 'the limit must be positive');
}

/** Returns a random selection of the documents, without repetition. */
function sample(documents: Document[], specification: unknown): Document[] {
  const { size, ...others } = asDocument(specification);
  checkFields(others, '');
  const pool = [...documents];
  return Array.from({ length: Math.min(asCount(size), pool.length) }, (_, taken) => {
    const at = taken + Math.floor(Math.random() * (pool.length - taken));
    const [chosen, next] = [pool[at], pool[taken]] as [Document, Document];
    [pool[at], pool[taken]] = [next, chosen];
    return chosen;
  });
}

/**
 * Returns one document per element of a field. A value that is not an array counts as one element.
 * Drops documents with null, no value or an empty array, unless the options keep them.
 */
function unwind(documents: Document[], specification: unknown): Document[] {
  const options = typeof specification === 'string' ? { path: specification } : specification;
  const { path, preserveNullAndEmptyArrays: keepsAll = false, ...others } = asDocument(options);
  checkFields(others, '');
  const field = typeof path === 'string' && path.startsWith('$') ? checkPath(path.slice(1)) : '.';
  if (field.includes('.')) throw refuse('$unwind of anything but a whole field');
  return documents.flatMap((document): Document[] => {
    const { [field]: value = null, ...rest } = document;
    if (Array.isArray(value) && value.length > 0) {
      return value.map((item: unknown) => ({ ...document, [field]: item }));
    }
    if (Array.isArray(value)) return keepsAll ? [rest] : [];
    return value !== null || keepsAll ? [document] : [];
  });
}

function count(documents: Document[], name: unknown, weights: Weights): Document[] {
  if (typeof name !== 'string' || !/^[^$.][^.]*$/.test(name)) {
    throw new CommandError(40156, 'the count field must be a non-empty string without $ or .');
  }
  const [counted] = group(documents, { _id: null, [name]: { $sum: 1 } }, weights);
  return counted ? [{ [name]: counted[name] }] : [];
}

/** Groups by a field, a constant, or an object of fields and constants. Supports only `$sum`. */
function group(documents: Document[], specification: unknown, weights: Weights): Document[] {
  const { keys, sums, isObject } = readGroup(specification);
  const groups = new Map<string, Document>();
  for (const document of documents) {
    const parts = keys.map(([name, read]) => [name, read(document)] as const);
    const present = parts.filter(([, value]) => value !== undefined);
    if (!present.every(([, value]) => isScalar(value)))
      throw refuse('grouping by lists or objects');
    const [[, only = null] = []] = parts;
    const _id = isObject ? Object.fromEntries(present) : only;
    const key = encode(_id);
    const found = groups.get(key) ?? {
      _id,
      ...Object.fromEntries(sums.map(([name]) => [name, 0])),
    };
    groups.set(key, found);
    for (const [name, read] of sums) {
      const value = read(document) ?? 0;
      if (typeof value !== 'number') throw refuse('summing values other than numbers');
      found[name] = Number(found[name]) + value * (weights.get(document) ?? 1);
    }
  }
  return [...groups.values()];
}

type Expression = readonly [name: string, read: (document: Document) => unknown, path?: string];

function readGroup(specification: unknown) {
  const { _id, ...fields } = asDocument(specification);
  if (_id === undefined) throw new CommandError(15955, 'a group specification must include an _id');
  const isObject = isDocument(_id);
  const keys = Object.entries(isObject ? _id : { _id }).map(asExpression);
  if (keys.length === 0) throw refuse('grouping by an empty object');
  const sums = Object.entries(fields).map(([name, field]) => {
    const { $sum = {}, ...others } = asDocument(field);
    return asExpression([name, Object.keys(others).length === 0 ? $sum : {}]);
  });
  return { keys, sums, isObject };
}

/** The paths of the fields that a `$group` reads. */
export function pathsOfGroup(specification: unknown): string[] {
  const { keys, sums } = readGroup(specification);
  return [...keys, ...sums].flatMap(([, , path]) => path ?? []);
}

/**
 * Parses a field of a `$group`: its name, a function that reads its path or returns its constant,
 * and the path if there is one.
 */
function asExpression([name, expression]: [string, unknown]): Expression {
  if (!isScalar(expression) || /[.$]/.test(name)) {
    throw refuse(`grouping with '${name}' other than as a plain value, a path or a $sum`);
  }
  const isPath = typeof expression === 'string' && expression.startsWith('$');
  if (!isPath) return [name, () => expression];
  const path = checkPath(expression.slice(1));
  return [name, readerOf(path), path];
}
