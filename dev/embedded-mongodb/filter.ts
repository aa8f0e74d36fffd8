import { BSONRegExp } from 'bson';
import { Query } from 'mingo';

import { CommandError, refuse, type Document } from './refusals.ts';
import { asDocument, asDocuments, isDocument, isScalar } from './values.ts';

const rangeOperators = ['$gt', '$gte', '$lt', '$lte'];

/**
 * Returns the predicate that a filter stands for. mingo decides, because NeDB's own matcher
 * differs from MongoDB (missing fields and null, null below dates, negations over arrays).
 * Throws a CommandError for an operator or operand that is not served.
 */
export function compileFilter(filter: Document): (document: Document) => boolean {
  const nullPaths: string[] = [];
  const query = new Query<Document>(checkFilter(filter, nullPaths), {});
  return (document) => {
    for (const path of nullPaths) checkNullPath(document, path);
    return query.test(document);
  };
}

function checkFilter(filter: Document, nullPaths: string[]): Document {
  const checked: Document = {};
  for (const [key, value] of Object.entries(filter)) {
    if (['$and', '$or', '$nor'].includes(key)) {
      const parts = asDocuments(value, key);
      if (parts.length === 0) throw new CommandError(2, `${key} must not be empty.`);
      checked[key] = parts.map((part) => checkFilter(part, nullPaths));
    } else if (key.startsWith('$')) {
      throw new CommandError(2, `unknown top level operator: ${key}`);
    } else {
      if (mentionsNull(value)) nullPaths.push(key);
      checked[key] = checkCondition(value);
    }
  }
  return checked;
}

function checkCondition(value: unknown): unknown {
  if (value instanceof BSONRegExp) return { $regex: toRegExp(value.pattern, value.options) };
  if (!isOperators(value)) return checkOperand(value);
  const { $options, ...operators } = value;
  if ($options !== undefined && operators.$regex === undefined) {
    throw new CommandError(2, '$options needs a $regex.');
  }
  const entries = Object.entries(operators).map(([operator, operand]) => [
    operator,
    checkOperator(operator, operand, $options),
  ]);
  return Object.fromEntries(entries) as Document;
}

function checkOperator(operator: string, value: unknown, options: unknown) {
  if (rangeOperators.includes(operator)) {
    if (['string', 'number'].includes(typeof value) || value instanceof Date) return value;
    throw refuse(`${operator} with anything but a string, a number or a date`);
  }
  switch (operator) {
    case '$eq':
    case '$ne':
      return checkOperand(value);
    case '$in':
    case '$nin':
      if (!Array.isArray(value)) throw new CommandError(2, `${operator} needs an array`);
      return value.map((item) => {
        if (!isScalar(item)) throw refuse(`${operator} with anything but plain values`);
        return checkOperand(item);
      });
    case '$exists':
      return Boolean(value);
    case '$size':
      if (typeof value === 'number') return value;
      throw new CommandError(2, '$size needs a number');
    case '$regex':
      return value instanceof BSONRegExp
        ? toRegExp(value.pattern, options ?? value.options)
        : toRegExp(value, options ?? '');
    case '$not':
      if (value instanceof BSONRegExp || isOperators(value)) return checkCondition(value);
      throw new CommandError(2, '$not needs a regex or a document of operators');
    case '$elemMatch':
      return isOperators(value)
        ? checkCondition(value)
        : checkFilter(asDocument(value, operator), []);
    default:
      throw new CommandError(2, `unknown operator: ${operator}`);
  }
}

function mentionsNull(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.values(value).some(mentionsNull));
}

function isOperators(value: unknown): value is Document {
  return isDocument(value) && Object.keys(value)[0]?.startsWith('$') === true;
}

function checkOperand(value: unknown): unknown {
  const plain = isScalar(value) || (Array.isArray(value) && value.every(isScalar));
  // MongoDB compares whole objects with the order of their fields, which is not kept here.
  if (!plain) throw refuse('equality with whole objects');
  return value;
}

function toRegExp(pattern: unknown, options: unknown): RegExp {
  if (typeof pattern !== 'string' || typeof options !== 'string' || !/^[ims]*$/.test(options)) {
    throw refuse('regular expressions with options other than i, m and s');
  }
  try {
    return new RegExp(pattern, options);
  } catch {
    throw new CommandError(2, `The regular expression '${pattern}' is not valid.`);
  }
}

function checkNullPath(document: Document, path: string): void {
  const parents = path.split('.').slice(0, -1);
  parents.reduce<unknown>((value, part) => {
    const next = isDocument(value) ? value[part] : undefined;
    if (Array.isArray(next)) throw refuse(`null as the value of '${path}' inside arrays`);
    return next;
  }, document);
}

/**
 * Returns the conditions with which NeDB may look up candidates in an index over these fields.
 * Never excludes a document that the whole filter matches.
 */
export function indexConditions(filter: Document, fields: Set<string>): Document {
  const conditions: Document = {};
  for (const [field, value] of Object.entries(filter)) {
    if (!fields.has(field)) continue;
    if (isKey(value)) conditions[field] = value;
    if (!isDocument(value)) continue;
    // One bound only: another element of an array may be the one that satisfies the other bound.
    const range = rangeOperators.find((operator) => value[operator] !== undefined);
    if (isKey(value.$eq)) conditions[field] = value.$eq;
    else if (Array.isArray(value.$in) && value.$in.every(isKey)) {
      conditions[field] = { $in: value.$in };
    } else if (range !== undefined) conditions[field] = { [range]: value[range] };
  }
  return conditions;
}

function isKey(value: unknown): boolean {
  return value !== null && value !== undefined && isScalar(value);
}
