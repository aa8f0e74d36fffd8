import { asCount, match, project, sort } from './query.ts';
import { CommandError, refuse } from './refusals.ts';
import { asDocument, checkPath, encode, isDocument, isScalar, readerOf } from './values.ts';
import type { Document } from './values.ts';

type Stage = (documents: Document[], specification: unknown) => Document[];

const stages: Record<string, Stage> = {
  $match: match,
  $sort: sort,
  $group: group,
  $project: (documents, specification) => {
    if (Object.keys(asDocument(specification)).length > 0) return project(documents, specification);
    throw new CommandError(51272, 'projection specification must have at least one field');
  },
  $skip: (documents, count) => documents.slice(asCount(count)),
  $limit: (documents, count) => {
    if (asCount(count) > 0) return documents.slice(0, Number(count));
    throw new CommandError(15958, 'the limit must be positive');
  },
  $count: count,
};

/** Runs a read-only pipeline. Throws a CommandError for unsupported stages. */
export function runPipeline(documents: Document[], pipeline: [string, unknown][]): Document[] {
  return pipeline.reduce((staged, [name, specification]) => {
    const run = Object.hasOwn(stages, name) && stages[name];
    if (run) return run(staged, specification);
    const unknown = `Unrecognized pipeline stage name: '${name}'`;
    throw new CommandError(40324, `${unknown} in the embedded server`);
  }, documents);
}

/** A stage's name and specification. Throws a CommandError unless the stage has just one field. */
export function stageOf(stage: Document): [string, unknown] {
  const [first, ...others] = Object.entries(asDocument(stage));
  if (first && others.length === 0) return first;
  throw new CommandError(40323, 'A pipeline stage specification must contain exactly one field.');
}

function count(documents: Document[], name: unknown): Document[] {
  if (typeof name !== 'string' || !/^[^$.][^.]*$/.test(name)) {
    throw new CommandError(40156, 'the count field must be a non-empty string without $ or .');
  }
  return documents.length > 0 ? [{ [name]: documents.length }] : [];
}

/** Groups by a field, a constant, or an object of fields and constants. Supports only `$sum`. */
function group(documents: Document[], specification: unknown): Document[] {
  const { keys, sums, isObject } = readGroup(specification);
  const groups = new Map<string, Document>();
  for (const document of documents) {
    const values = keys.map(([, read]) => read(document));
    if (!isObject) values[0] ??= null;
    const key = values.map(keyPart).join();
    let totals = groups.get(key);
    if (!totals) {
      const parts = keys.map(([name], index) => [name, values[index]] as const);
      const present = parts.filter(([, value]) => value !== undefined);
      const _id = isObject ? Object.fromEntries(present) : values[0];
      totals = { _id, ...Object.fromEntries(sums.map(([name]) => [name, 0])) };
      groups.set(key, totals);
    }
    for (const [name, read] of sums) {
      const value = read(document) ?? 0;
      if (typeof value !== 'number') throw refuse('summing values other than numbers');
      totals[name] = Number(totals[name]) + value;
    }
  }
  return [...groups.values()];
}

/** A text that differs between values, also between those of different types. */
function keyPart(value: unknown): string {
  if (value === undefined) return '';
  if (!isScalar(value)) throw refuse('grouping by lists or objects');
  return value instanceof Object ? encode(value) : JSON.stringify(value);
}

type Expression = readonly [name: string, read: (document: Document) => unknown];

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

/** A field of a `$group`: its name, and a function that reads its path or returns its constant. */
function asExpression([name, expression]: [string, unknown]): Expression {
  if (!isScalar(expression) || /[.$]/.test(name)) {
    throw refuse(`grouping with '${name}' other than as a plain value, a path or a $sum`);
  }
  const isPath = typeof expression === 'string' && expression.startsWith('$');
  return [name, isPath ? readerOf(checkPath(expression.slice(1))) : () => expression];
}
