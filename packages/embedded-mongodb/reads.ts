import { hostname } from 'node:os';

import { statisticsOf, type Call, type Command } from './administration.ts';
import { pathsOfGroup, runOnStatistics, runPipeline, stageOf } from './pipeline.ts';
import type { Reading } from './plan.ts';
import { pathsOf, runFind } from './query.ts';
import { checkFields, CommandError } from './refusals.ts';
import { asDocument, checkPath, encode, readerOf, type Document } from './values.ts';

const common = 'hint maxTimeMS';

/** The commands that read documents: the names of their options, and the functions to run. */
export const reads: Record<string, [options: string, run: Command]> = {
  find: [
    `filter sort skip limit projection batchSize singleBatch noCursorTimeout allowDiskUse ${common}`,
    (body, call) => call.store.cursors.start(call.namespace, search(call, body)),
  ],
  aggregate: [
    `pipeline cursor allowDiskUse ${common}`,
    (body, call) => call.store.cursors.start(call.namespace, aggregate(body, call)),
  ],
  count: [
    `query skip limit ${common}`,
    ({ query: filter, skip, limit }, call) => ({ n: search(call, { filter, skip, limit }).length }),
  ],
  distinct: [`key query ${common}`, distinct],
};

/** Chooses how to read the documents of a query. Reads none if the collection does not exist. */
export function readingOf({ store, namespace }: Call, options: Document): Reading {
  const none = { documents: [], isSorted: true };
  return store.collections.get(namespace)?.read(options) ?? none;
}

/** Finds documents. `options` are those of the command `find`. */
export function search(call: Call, options: Document): Document[] {
  return runFind(readingOf(call, options), options);
}

function aggregate(body: Document, call: Call): Document[] {
  const stages = stagesOf(body);
  const [[first, specification] = []] = stages;
  if (first === '$collStats') {
    const { storageStats = {}, ...others } = asDocument(specification);
    checkFields(others, '');
    const { scale } = asDocument(storageStats);
    const statistics = statisticsOf(call, scale);
    if (!statistics) throw new CommandError(26, `Collection [${call.namespace}] not found.`);
    const document = { ns: call.namespace, host: hostname(), localTime: new Date() };
    const rest = (body.pipeline as Document[]).slice(1);
    return runOnStatistics({ ...document, storageStats: statistics }, rest);
  }
  const runs = runsOf(call, stages);
  const filter = first === '$match' ? specification : {};
  const documents = runs ? runs.keys() : readingOf(call, { filter }).documents;
  return runPipeline([...documents], stages, runs);
}

/** The stages of a pipeline. Throws a CommandError if they are malformed. */
export function stagesOf({ pipeline }: Document): ReturnType<typeof stageOf>[] {
  if (Array.isArray(pipeline)) return pipeline.map(stageOf);
  throw new CommandError(14, "'pipeline' must be an array");
}

/**
 * For a pipeline that begins with `$group`, or with `$match` and `$group`, counts the documents
 * with each combination of values of the fields that these stages read. Returns undefined for other
 * pipelines, or if no complete index has exactly these fields.
 */
export function runsOf({ store, namespace }: Call, stages: ReturnType<typeof stagesOf>) {
  const [first, second] = stages;
  const [filter, group] = first?.[0] === '$match' ? [first[1], second] : [{}, first];
  if (group?.[0] !== '$group') return undefined;
  const grouped = pathsOfGroup(group[1]);
  if (grouped.length === 0) return undefined;
  return store.collections.get(namespace)?.countRuns(new Set([...pathsOf(filter), ...grouped]));
}

/** The distinct values of a field. Each element of an array counts as a value. */
function distinct({ key, query: filter }: Document, call: Call): Document {
  if (typeof key !== 'string') throw new CommandError(14, "'key' must be a string");
  const read = readerOf(checkPath(key));
  const values = new Map<string, unknown>();
  for (const document of search(call, { filter })) {
    const value = read(document);
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item !== undefined) values.set(encode(item), item);
    }
  }
  return { values: [...values.values()] };
}
