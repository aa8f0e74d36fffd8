import { Aggregator } from 'mingo';

import { compileFilter } from './filter.ts';
import { checkProjection } from './projection.ts';
import { CommandError, refuse, type Document } from './refusals.ts';
import { compileSort } from './sorting.ts';
import { asCount, asDocument, isDocument, isScalar } from './values.ts';

type Stage = (documents: Document[]) => Document[];

const stages: Record<string, (specification: unknown) => Stage> = {
  $match: (filter) => {
    const matches = compileFilter(asDocument(filter, '$match'));
    return (documents) => documents.filter(matches);
  },
  $sort: (sort) => {
    const compare = compileSort(asDocument(sort, '$sort'));
    return (documents) => documents.toSorted(compare);
  },
  $skip: (count) => (documents) => documents.slice(asCount(count, '$skip', 0)),
  $limit: (count) => (documents) => documents.slice(0, asCount(count, '$limit', 0)),
  $count: (name) => (documents) =>
    documents.length > 0 ? [{ [String(name)]: documents.length }] : [],
  $project: (projection) =>
    byMingo({ $project: checkProjection(asDocument(projection, '$project')) }),
  $group: (group) => byMingo({ $group: checkGroup(asDocument(group, '$group')) }),
};

const accumulators = ['$sum', '$avg', '$min', '$max', '$first', '$last', '$count'];

/**
 * Runs an aggregation. A first `$match` goes to `find`, which can use the indexes.
 * Throws a CommandError for a stage, accumulator or expression that is not served.
 */
export async function runPipeline(
  pipeline: Document[],
  find: (filter: Document) => Promise<Document[]>,
): Promise<Document[]> {
  const first = pipeline[0]?.$match;
  const rest = (first === undefined ? pipeline : pipeline.slice(1)).map(compileStage);
  const found = await find(first === undefined ? {} : asDocument(first, '$match'));
  return rest.reduce((documents, stage) => stage(documents), found);
}

function compileStage(stage: Document): Stage {
  const [[name, specification] = ['', undefined], ...others] = Object.entries(stage);
  if (others.length > 0) throw new CommandError(2, 'A stage has exactly one field.');
  const compile = Object.hasOwn(stages, name) ? stages[name] : undefined;
  if (!compile) throw refuse(`the aggregation stage '${name}'`);
  return compile(specification);
}

function byMingo(stage: Document): Stage {
  const aggregator = new Aggregator([stage], {});
  return (documents) => aggregator.run<Document>(documents);
}

function checkGroup({ _id, ...fields }: Document): Document {
  if (_id === undefined) throw new CommandError(2, '$group needs an _id.');
  const isKeyOfParts = isDocument(_id) && !Object.keys(_id).some((key) => key.startsWith('$'));
  (isKeyOfParts ? Object.values(_id) : [_id]).forEach(checkExpression);
  for (const [field, accumulation] of Object.entries(fields)) {
    const [[operator, operand] = ['', null], ...others] = Object.entries(
      asDocument(accumulation, field),
    );
    if (!accumulators.includes(operator) || others.length > 0) {
      throw refuse(`the accumulator '${operator}' of '${field}'`);
    }
    if (operator !== '$count') checkExpression(operand);
  }
  return { _id, ...fields };
}

function checkExpression(value: unknown): void {
  const isVariable = typeof value === 'string' && value.startsWith('$$');
  if (!isScalar(value) || isVariable)
    throw refuse('expressions other than plain values and $fields');
}
