import { BSONRegExp } from 'bson';

import type { IndexSpec } from './indexes.ts';
import type { ListIndex, TextRange } from './list-index.ts';
import type { Edge, SortedIndex } from './sorted-index.ts';
import { compareScalars, isDocument, isScalar, readerOf, type Document } from './values.ts';

/** The indexes of a collection, and the number of its documents. */
export interface Indexes {
  specs: readonly IndexSpec[];
  sorted: (spec: IndexSpec) => SortedIndex;
  lists: (spec: IndexSpec) => ListIndex;
  total: number;
  /** Finds a document by its id, in the form that `comparable` (values.ts) returns. */
  documentOf: (id: unknown) => Document | undefined;
}

/** A way to read documents. It can return more documents than the filter matches, never fewer. */
export interface Reading {
  documents: Iterable<Document>;
  /** Whether the documents come in the wanted order. */
  isSorted: boolean;
  /** The index that is read. If both `index` and `parts` are missing, all documents are read. */
  index?: IndexSpec;
  isReverse?: boolean;
  /** Whether the index has an entry for each element of an array. */
  isMultiKey?: boolean;
  /** How each alternative of an `$or` is read. `documents` combines the results. */
  parts?: Reading[];
}

/** A way to read documents, with `size`, the maximum number of documents that it reads. */
type Choice = Reading & { size: number };

/** What a filter requires of a field: a value from a list, a range, or both. */
interface Condition {
  values: unknown[] | undefined;
  bounds: [operator: string, value: unknown][];
}

type Conditions = Map<string, Condition>;
type Order = [path: string, direction: unknown][];
type Range = [from: Edge, to: Edge];

/** The maximum number of ranges of an index to read. An `$in` needs one range for each value. */
const mostRanges = 100;

/**
 * Chooses the cheapest way to use indexes; undefined if reading all documents is cheaper. Assumes
 * that sorting a document costs as much as reading it. Reading in the wanted order can stop at the
 * limit, but if few documents match, many are read before the limit is reached.
 */
export function chooseIndex(
  indexes: Indexes,
  { filter, sort, limit }: Document,
): Choice | undefined {
  const { specs, sorted, total } = indexes;
  const conditions = conditionsOf(filter);
  const order: Order = Object.entries(isDocument(sort) ? sort : {});
  const choices: Choice[] = [];
  const parts = partsOf(filter);
  const unsorted = { isSorted: order.length === 0 };
  for (const spec of specs) {
    const [first = ''] = Object.keys(spec.key);
    const texts = parts.map((part) => textsOf(part, first)).filter(({ length }) => length > 0);
    const isUseful = conditions.has(first) || order.some(([path]) => path === first);
    const index = isUseful || texts.length > 0 ? sorted(spec) : undefined;
    if (!index) continue;
    if (!index.isComplete) {
      for (const ranges of texts) {
        const size = indexes.lists(spec).count(ranges);
        const documents = documentsIn(indexes, spec, ranges);
        choices.push({ documents, ...unsorted, index: spec, isMultiKey: true, size });
      }
      continue;
    }
    const { ranges, constants, used } = rangesOf(spec, conditions);
    const wanted = order.filter(([path]) => !constants.has(path));
    const direction = directionOf(Object.entries(spec.key).slice(used), wanted);
    const isSorted = direction !== 0;
    const size = ranges.reduce((sum, range) => sum + index.count(...range), 0);
    const isReverse = direction < 0;
    const each = ranges.map((range) => index.read(...range, isReverse));
    const documents = merge(each, isSorted ? wanted : []);
    choices.push({ documents, isSorted, index: spec, isReverse, size });
  }
  for (const { $or } of parts) {
    if (!Array.isArray($or)) continue;
    const found = $or.flatMap((one: unknown) => chooseIndex(indexes, { filter: one }) ?? []);
    if (found.length < $or.length) continue;
    const size = found.reduce((sum, part) => sum + part.size, 0);
    const documents = union(found);
    choices.push({ documents, ...unsorted, parts: found, size });
  }
  // The size of the smallest choice is an upper bound for the number of matching documents.
  const matches = Math.min(total, ...choices.map(({ size }) => size));
  const wanted = order.length > 0 ? Number(limit ?? 0) || Infinity : Infinity;
  const costOf = ({ isSorted, size }: Pick<Choice, 'isSorted' | 'size'>) =>
    isSorted ? size * Math.min(1, wanted / matches) : 2 * size;
  let best: Choice | undefined;
  let least = costOf({ ...unsorted, size: total });
  for (const choice of choices) {
    const cost = costOf(choice);
    if (cost >= least) continue;
    least = cost;
    best = choice;
  }
  return best;
}

/** Splits a filter into parts. A document matches the filter if it matches every part. */
function partsOf(filter: unknown): Document[] {
  const { $and, ...others } = isDocument(filter) ? filter : {};
  return [others, ...(Array.isArray($and) ? $and.flatMap(partsOf) : [])];
}

/**
 * Returns text ranges for a path. A document can match the part only if a text at that path is in
 * one of these ranges. Returns none if the part does not restrict the texts in this way.
 */
function textsOf(part: Document, path: string): TextRange[] {
  const condition = part[path];
  const operators = condition instanceof BSONRegExp ? undefined : condition;
  const { $in = [operators], $regex, $options } = isDocument(operators) ? operators : {};
  const texts = $in as unknown[];
  if (texts.length > 0 && texts.every((text) => typeof text === 'string')) {
    return texts.map((text) => ({ from: text, end: `${text}\0` }));
  }
  const given =
    condition instanceof BSONRegExp ? condition : { pattern: $regex, options: $options };
  const [, from] = /^\^([\p{L}\p{N} _-]+)$/u.exec(String(given.pattern)) ?? [];
  const last = from?.charCodeAt(from.length - 1) ?? Infinity;
  if (from === undefined || given.options || last >= 0xd800) return [];
  return [{ from, end: from.slice(0, -1) + String.fromCharCode(last + 1) }];
}

function* documentsIn(
  { lists, documentOf }: Indexes,
  spec: IndexSpec,
  ranges: readonly TextRange[],
): Generator<Document> {
  for (const id of lists(spec).ids(ranges)) {
    const document = documentOf(id);
    if (document) yield document;
  }
}

function* union(parts: readonly Reading[]): Generator<Document> {
  const seen = new Set<Document>();
  for (const { documents } of parts) {
    for (const document of documents) {
      if (seen.has(document)) continue;
      seen.add(document);
      yield document;
    }
  }
}

/**
 * Collects, by field, the conditions that a document must meet to match a filter. Leaves out
 * conditions that no index can serve.
 */
function conditionsOf(filter: unknown, found: Conditions = new Map()): Conditions {
  for (const [path, condition] of Object.entries(isDocument(filter) ? filter : {})) {
    if (path === '$and' && Array.isArray(condition)) {
      for (const part of condition) conditionsOf(part, found);
    } else if (!path.startsWith('$')) {
      const { values, bounds } = found.get(path) ?? { values: undefined, bounds: [] };
      const operators = isDocument(condition) ? condition : { $in: [condition] };
      const { $in, $eq, ...others } = operators;
      const equal = '$eq' in operators ? [$eq] : $in;
      const isServed = Array.isArray(equal) && equal.every(isScalar);
      const added = Object.entries(others).filter(
        ([name, value]) => /^\$[gl]te?$/.test(name) && isScalar(value) && value !== null,
      );
      const next = {
        values: values ?? (isServed ? distinct(equal) : undefined),
        bounds: [...bounds, ...added],
      };
      if (next.values || next.bounds.length > 0) found.set(path, next);
    }
  }
  return found;
}

function distinct(values: unknown[]): unknown[] {
  const sorted = values.toSorted(compareScalars);
  return sorted.filter((value, at) => at === 0 || compareScalars(value, sorted[at - 1]) !== 0);
}

/**
 * Returns the ranges of an index to read; the number of leading fields that are limited to certain
 * values (`used`); and the fields that have the same value in all ranges (`constants`).
 */
function rangesOf({ key }: IndexSpec, conditions: Conditions) {
  let prefixes: unknown[][] = [[]];
  let used = 0;
  const constants = new Set<string>();
  for (const [path, direction] of Object.entries(key)) {
    const { values, bounds = [] } = conditions.get(path) ?? {};
    if (values && prefixes.length * values.length <= mostRanges) {
      prefixes = prefixes.flatMap((prefix) => values.map((value) => [...prefix, value]));
      used += 1;
      if (values.length === 1) constants.add(path);
      continue;
    }
    return { ranges: prefixes.map((prefix) => narrow(prefix, bounds, direction)), constants, used };
  }
  return { ranges: prefixes.map((prefix) => narrow(prefix, [], 1)), constants, used };
}

function narrow(prefix: unknown[], bounds: Condition['bounds'], direction: 1 | -1): Range {
  const range: Range = [
    { values: prefix, isAfter: false },
    { values: prefix, isAfter: true },
  ];
  for (const [operator, value] of bounds) {
    const isInclusive = operator.endsWith('e');
    const begins = operator.startsWith('$g') === (direction === 1);
    const values = [...prefix, value];
    range[begins ? 0 : 1] = { values, isAfter: begins !== isInclusive };
  }
  return range;
}

/** Returns 1 if these index fields are in the wanted order, -1 if in reverse, otherwise 0. */
function directionOf(fields: Order, wanted: Order): 1 | -1 | 0 {
  const [first] = wanted;
  if (!first) return 1;
  const isReverse = first[1] !== fields[0]?.[1];
  const isServed = wanted.every(([path, direction], at) => {
    const [field, own] = fields[at] ?? [];
    const isOrder = direction === 1 || direction === -1;
    return isOrder && field === path && (own !== direction) === isReverse;
  });
  if (!isServed) return 0;
  return isReverse ? -1 : 1;
}

/** Merges parts that are each in the given order. */
function* merge(parts: Iterator<Document>[], order: Order): Generator<Document> {
  const criteria = order.map(([path, direction]) => [readerOf(path), Number(direction)] as const);
  const isBefore = (left: Document, right: Document) => {
    for (const [read, direction] of criteria) {
      const compared = compareScalars(read(left), read(right)) * direction;
      if (compared !== 0) return compared < 0;
    }
    return false;
  };
  const heads = parts.map((part) => ({ part, next: part.next() })).filter(({ next }) => !next.done);
  while (heads.length > 0) {
    let least = 0;
    for (let at = 1; at < heads.length; at += 1) {
      if (isBefore(headAt(at), headAt(least))) least = at;
    }
    yield headAt(least);
    const head = heads[least];
    if (head && (head.next = head.part.next()).done) heads.splice(least, 1);
  }
  function headAt(at: number): Document {
    return heads[at]?.next.value as Document;
  }
}
