import { compileFilter } from './filter.ts';
import { CommandError, refuse, type Document } from './refusals.ts';
import { asDocument, isDocument, refuseRegExp } from './values.ts';

/** The kind of value that each operator needs at its path; a missing one always does. */
const operands: Record<string, 'any' | 'number' | 'array'> = {
  $set: 'any',
  $setOnInsert: 'any',
  $unset: 'any',
  $min: 'any',
  $max: 'any',
  $inc: 'number',
  $push: 'array',
  $addToSet: 'array',
  $pull: 'array',
};

/** A missing path is then nothing to do, and is not made. */
const removers = ['$unset', '$pull'];

/**
 * Throws a CommandError for what MongoDB refuses but mingo would skip in silence: unknown
 * operators, conflicting paths (over `all` operators of the update), values of a wrong type.
 */
export function checkUpdate(document: Document, modifier: Document, all: Document): void {
  checkConflicts(all);
  for (const [operator, paths] of Object.entries(modifier)) {
    for (const [path, operand] of Object.entries(asDocument(paths, operator))) {
      checkOperand(operator, operand);
      checkPath(document, operator, path);
    }
  }
}

function checkConflicts(changes: Document): void {
  const paths = Object.entries(changes).flatMap(([operator, fields]) => {
    if (!Object.hasOwn(operands, operator)) throw unknownOperator(operator);
    return Object.keys(asDocument(fields, operator)).map((path) => `${path}.`);
  });
  paths.forEach((path, index) => {
    if (/^\.|\.\.|\$/.test(path)) throw refuse(`the path '${path.slice(0, -1)}' in an update`);
    if (paths.some((other, position) => position !== index && other.startsWith(path))) {
      throw new CommandError(40, `Two changes of '${path.slice(0, -1)}' would conflict.`);
    }
  });
}

function unknownOperator(operator: string): CommandError {
  return operator.startsWith('$')
    ? new CommandError(2, `Unknown or unserved modifier: ${operator}`)
    : new CommandError(9, `The field '${operator}' stands between update operators.`);
}

function checkOperand(operator: string, operand: unknown): void {
  refuseRegExp(operand);
  if (operator === '$pull') compileFilter(isQuery(operand) ? operand : { value: operand });
  if (operator === '$inc' && typeof operand !== 'number') {
    throw new CommandError(14, '$inc needs a number.');
  }
  if (!isDocument(operand) || !['$push', '$addToSet'].includes(operator)) return;
  const modifiers = Object.keys(operand).filter((key) => key.startsWith('$'));
  if (modifiers.some((key) => key !== '$each')) {
    throw refuse(`${operator} with anything but $each (${modifiers.join(', ')})`);
  }
  if (modifiers.length > 0 && (!Array.isArray(operand.$each) || Object.keys(operand).length > 1)) {
    throw new CommandError(2, '$each needs an array and stands alone.');
  }
}

function isQuery(operand: unknown): operand is Document {
  return isDocument(operand) && !Object.keys(operand).some((key) => key.startsWith('$'));
}

function checkPath(document: Document, operator: string, path: string): void {
  let value: unknown = document;
  for (const part of path.split('.')) {
    if (Array.isArray(value)) {
      const position = /^\d+$/.test(part) ? Number(part) : Infinity;
      if (position >= value.length) throw notViable(path);
      value = value[position] as unknown;
    } else if (isDocument(value)) {
      value = Object.hasOwn(value, part) ? value[part] : undefined;
    } else if (value !== undefined) {
      if (removers.includes(operator)) return;
      throw notViable(path);
    }
  }
  const kind = operands[operator];
  const fits = kind === 'array' ? Array.isArray(value) : kind === 'any' || typeof value === kind;
  if (value !== undefined && !fits) {
    throw new CommandError(kind === 'array' ? 2 : 14, `${operator} needs ${kind} at '${path}'.`);
  }
}

function notViable(path: string): CommandError {
  return new CommandError(28, `The path '${path}' cannot be made in this document.`);
}
