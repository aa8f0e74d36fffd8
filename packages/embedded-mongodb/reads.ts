import { hostname } from 'node:os';

import { existing, statisticsOf, type Call, type Command } from './administration.ts';
import { runPipeline, stageOf } from './pipeline.ts';
import { runFind } from './query.ts';
import { checkFields, CommandError, refuse } from './refusals.ts';
import { asDocument, checkPath, encode, isScalar, readerOf, type Document } from './values.ts';

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

/** Finds documents. `options` are those of the command `find`. */
export function search({ store, namespace }: Call, options: Document): Document[] {
  return runFind(store.collections.get(namespace)?.candidates(options.filter) ?? [], options);
}

/** Says how a `find` reads its documents: by `_id`, or by comparing every document. */
export function explain({ $db, explain: explained }: Document): Document {
  const { find: name, filter, ...others } = asDocument(explained);
  if (typeof name !== 'string') throw refuse(`explaining '${Object.keys(others).join()}'`);
  const { _id } = asDocument(filter);
  const stage = isScalar(_id ?? undefined) ? 'IDHACK' : 'COLLSCAN';
  const namespace = `${String($db)}.${name}`;
  return { queryPlanner: { namespace, winningPlan: { stage }, rejectedPlans: [] } };
}

function aggregate({ pipeline }: Document, call: Call): Document[] {
  if (!Array.isArray(pipeline)) throw new CommandError(14, "'pipeline' must be an array");
  const stages = pipeline.map(stageOf);
  const [[first, specification] = []] = stages;
  if (first === '$collStats')
    return runPipeline(collectionStatistics(specification, call), stages.slice(1));
  const filter = first === '$match' ? specification : {};
  const documents = call.store.collections.get(call.namespace)?.candidates(filter) ?? [];
  return runPipeline([...documents], stages);
}

function collectionStatistics(specification: unknown, call: Call): Document[] {
  const { storageStats = {}, ...others } = asDocument(specification);
  checkFields(others, '');
  const { namespace: ns, store } = call;
  existing(store, ns);
  const statistics = statisticsOf(call, asDocument(storageStats).scale);
  return [{ ns, host: hostname(), localTime: new Date(), storageStats: statistics }];
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
