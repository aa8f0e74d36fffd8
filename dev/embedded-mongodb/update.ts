import { compileFilter } from './query.ts';
import {
  asDocument,
  checkPath,
  CommandError,
  encode,
  isDocument,
  isScalar,
  refuse,
  type Document,
} from './values.ts';

/** What each operator makes of the value that is there, or of undefined. */
const operators: Record<string, (now: unknown, operand: unknown) => unknown> = {
  $set: (_now, value) => value,
  $setOnInsert: (_now, value) => value,
  $unset: () => undefined,
  $inc: (now = 0, by) => numberOf(now) + numberOf(by),
  $push: (now = [], added) => {
    const hasOperator = isDocument(added) && Object.keys(added).some((key) => key.startsWith('$'));
    if (hasOperator) throw refuse('$push with $each and the like');
    return [...arrayOf(now), added];
  },
  $pull: (now, pulled) => {
    if (now === undefined) return undefined;
    // MongoDB looks for values in nested arrays too, and mingo for fields in plain values.
    const isServed = arrayOf(now).every(isDocument(pulled) ? isDocument : isScalar);
    if (!isServed) throw refuse('$pull of documents from other values, or of values from those');
    const isPulled = isDocument(pulled)
      ? compileFilter(pulled)
      : (item: unknown) => encode(item) === encode(pulled);
    return (now as Document[]).filter((item) => !isPulled(item));
  },
};

/** Throws a CommandError unless an update consists of operators that are served. */
export function checkUpdate(changes: unknown): void {
  const paths = Object.entries(asDocument(changes)).flatMap(([operator, fields]) => {
    if (!operator.startsWith('$')) throw refuse('replacing a whole document');
    const isKnown = Object.hasOwn(operators, operator);
    if (!isKnown) throw new CommandError(2, `Unknown modifier: ${operator}`);
    return Object.keys(asDocument(fields)).map((path) => `${checkPath(path)}.`);
  });
  if (paths.length === 0) throw refuse('an update that changes nothing');
  const conflict = paths.sort().find((path, index) => paths[index + 1]?.startsWith(path));
  if (conflict) throw new CommandError(40, `Two changes of '${conflict}' would conflict.`);
}

/** Returns what an update makes of a document, which is left as it was. Throws a CommandError. */
export function applyUpdate(document: Document, changes: Document, isNew = false): Document {
  checkUpdate(changes);
  const result = structuredClone(document);
  for (const [operator, fields] of Object.entries(changes)) {
    if (operator === '$setOnInsert' && !isNew) continue;
    for (const [path, operand] of Object.entries(fields as Document)) {
      changeAt(result, path, operator, operand);
    }
  }
  if (result._id === document._id || (isNew && document._id === undefined)) return result;
  throw new CommandError(66, 'The field _id is immutable.');
}

/** Returns the document that an upsert inserts: the fields of its filter, then its update. */
export function upsertedDocument(filter: Document, changes: Document): Document {
  if (!Object.values(filter).every(isScalar)) throw refuse('an upsert by other than plain values');
  const start = Object.keys(filter).length > 0 ? applyUpdate({}, { $set: filter }, true) : {};
  return applyUpdate(start, changes, true);
}

function changeAt(document: Document, path: string, operator: string, operand: unknown): void {
  const isRemover = ['$unset', '$pull'].includes(operator);
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  let holder = document;
  for (const part of parts) {
    if (!isRemover && !Object.hasOwn(holder, part)) holder[part] = {};
    const next = Object.hasOwn(holder, part) ? holder[part] : undefined;
    if (Array.isArray(next)) throw refuse(`the path '${path}' where it leads into an array`);
    if (!isDocument(next) && isRemover) return;
    if (!isDocument(next)) throw new CommandError(28, `The path '${path}' leads into a value.`);
    holder = next;
  }
  const value = operators[operator]?.(
    Object.hasOwn(holder, last) ? holder[last] : undefined,
    operand,
  );
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else holder[last] = value;
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  throw new CommandError(14, '$inc needs a number, and a number to add it to.');
}

function arrayOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new CommandError(2, 'What is there must be an array.');
}
