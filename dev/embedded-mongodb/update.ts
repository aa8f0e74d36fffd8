import { CommandError, refuse } from './refusals.ts';
import { asDocument, checkPath, encode, isDocument, valueAt, type Document } from './values.ts';

/** What each operator makes of the value that is there, or of undefined. */
const operators: Record<string, (now: unknown, operand: unknown) => unknown> = {
  $set: (_now, value) => value,
  $unset: () => undefined,
  $inc: (now = 0, by) => {
    if (typeof now === 'number' && typeof by === 'number') return now + by;
    throw new CommandError(14, '$inc needs a number, and a number to add it to.');
  },
  $push: (now = [], added) => {
    if (Array.isArray(now)) return [...(now as unknown[]), added];
    throw new CommandError(2, '$push needs an array to add to.');
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

/** Returns what a checked update makes of a document: another one, or itself if it is the same. */
export function applyUpdate(document: Document, changes: Document): Document {
  let result = document;
  for (const [operator, fields] of Object.entries(changes)) {
    for (const [path, operand] of Object.entries(fields as Document)) {
      if (operator === '$unset' && valueAt(result, path) === undefined) continue;
      result = changeAt(result, path.split('.'), (now) => operators[operator]?.(now, operand));
    }
  }
  if (result._id !== document._id) throw new CommandError(66, 'The field _id is immutable.');
  return encode(result) === encode(document) ? document : result;
}

function changeAt(
  document: Document,
  [name = '', ...rest]: string[],
  change: (now: unknown) => unknown,
): Document {
  const now = Object.hasOwn(document, name) ? document[name] : undefined;
  const holder = now === undefined ? {} : now;
  if (rest.length > 0 && !isDocument(holder)) {
    throw refuse(`a path that leads into '${name}', which is an array or a value`);
  }
  const value = rest.length === 0 ? change(now) : changeAt(holder as Document, rest, change);
  const copy = { ...document, [name]: value };
  if (value === undefined) Reflect.deleteProperty(copy, name);
  return copy;
}
