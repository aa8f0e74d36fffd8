import { hostname } from 'node:os';

import { version, type Call } from './administration.ts';
import type { IndexSpec } from './indexes.ts';
import type { Reading } from './plan.ts';
import { runFind } from './query.ts';
import { readingOf, reads, runsOf, stagesOf } from './reads.ts';
import { checkFields, refuse } from './refusals.ts';
import { asDocument, isScalar, type Document } from './values.ts';

/** Describes a query's plan. Also runs and times the query unless `verbosity` is `queryPlanner`. */
export function explain(body: Document, call: Call): Document {
  const { $db, explain: explained, verbosity = 'allPlansExecution' } = body;
  const command = asDocument(explained);
  const [[name, target] = ['', undefined]] = Object.entries(command);
  const [options] = (Object.hasOwn(reads, name) && reads[name]) || [];
  if (options === undefined) throw refuse(`explaining '${name}'`);
  checkFields(command, `${name} $db ${options}`);
  const namespace = `${String($db)}.${String(target)}`;
  const inside = { ...call, namespace };
  const stages = name === 'aggregate' ? stagesOf(command) : [];
  const query = name === 'find' ? command : { filter: filterOf(command, stages) };
  const cursor = explainQuery(inside, query, namespace, verbosity, stages);
  const rest = stages.slice(stages[0]?.[0] === '$match' ? 1 : 0);
  return {
    explainVersion: '1',
    ...(rest.length > 0
      ? { stages: [{ $cursor: cursor }, ...rest.map(([stage, value]) => ({ [stage]: value }))] }
      : cursor),
    command,
    serverInfo: { host: hostname(), version, gitVersion: 'none' },
  };
}

function filterOf({ query }: Document, stages: ReturnType<typeof stagesOf>): unknown {
  return stages[0]?.[0] === '$match' ? stages[0][1] : (query ?? {});
}

function explainQuery(
  call: Call,
  query: Document,
  namespace: string,
  verbosity: unknown,
  stages: ReturnType<typeof stagesOf>,
): Document {
  const isThere = call.store.collections.has(namespace);
  const runs = runsOf(call, stages);
  const reading = runs ? { documents: runs.keys(), isSorted: true } : readingOf(call, query);
  let examined = 0;
  function* counted(): Generator<Document> {
    for (const document of reading.documents) {
      examined += 1;
      yield document;
    }
  }
  const winningPlan = runs
    ? { stage: 'DISTINCT_SCAN' }
    : isThere
      ? planOf(reading, query)
      : { stage: 'EOF' };
  const queryPlanner = {
    namespace,
    indexFilterSet: false,
    parsedQuery: query.filter ?? {},
    winningPlan,
    rejectedPlans: [],
  };
  if (verbosity === 'queryPlanner') return { queryPlanner };
  const started = performance.now();
  const nReturned = runFind({ ...reading, documents: counted() }, query).length;
  const time = Math.round(performance.now() - started);
  const counts = {
    totalKeysExamined: 'index' in reading || 'parts' in reading || runs ? examined : 0,
    totalDocsExamined: runs ? 0 : examined,
  };
  return {
    queryPlanner,
    executionStats: {
      executionSuccess: true,
      nReturned,
      executionTimeMillis: time,
      ...counts,
      executionStages: { ...winningPlan, nReturned, executionTimeMillisEstimate: time },
      ...(verbosity === 'allPlansExecution' && { allPlansExecution: [] }),
    },
  };
}

/** MongoDB's description of a plan, from the last stage to the first. */
function planOf(reading: Reading, query: Document): Document {
  const { index, isSorted, isReverse = false, parts } = reading;
  const { filter = {}, sort, skip, limit, projection } = query;
  const direction = isReverse ? 'backward' : 'forward';
  const { _id, ...others } = asDocument(filter);
  const isById = isScalar(_id ?? undefined) && Object.keys(others).length === 0;
  let plan: Document = { stage: 'COLLSCAN', filter, direction };
  if (isById) plan = { stage: 'IDHACK' };
  else if (index) plan = { stage: 'FETCH', filter, inputStage: scanOf(index, reading) };
  else if (parts) {
    const inputStages = parts.map((part) => planOf({ ...part, isSorted: true }, {}));
    plan = { stage: 'FETCH', filter, inputStage: { stage: 'OR', inputStages } };
  }
  if (!isSorted) plan = { stage: 'SORT', sortPattern: sort, inputStage: plan };
  if (Number(skip ?? 0) > 0) plan = { stage: 'SKIP', skipAmount: skip, inputStage: plan };
  if (Number(limit ?? 0) > 0) plan = { stage: 'LIMIT', limitAmount: limit, inputStage: plan };
  if (!projection) return plan;
  return { stage: 'PROJECTION_SIMPLE', transformBy: projection, inputStage: plan };
}

function scanOf(index: IndexSpec, { isReverse = false, isMultiKey = false }: Reading): Document {
  const { key: keyPattern, name: indexName, unique = false, sparse = false } = index;
  const direction = isReverse ? 'backward' : 'forward';
  const flags = { isMultiKey, isUnique: unique, isSparse: sparse, isPartial: false };
  return { stage: 'IXSCAN', keyPattern, indexName, ...flags, indexVersion: 2, direction };
}
