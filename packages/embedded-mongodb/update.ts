import { update } from 'mingo/updater';

import { CommandError, refuse } from './refusals.ts';
import {
  asDocument,
  checkPath,
  checkValue,
  clone,
  comparable,
  isDocument,
  type Document,
} from './values.ts';

const served = ['$set', '$unset', '$inc', '$push'];

/** Throws a CommandError if an update is empty, contradicts itself or is not supported. */
export function checkUpdate(changes: unknown): void {
  const paths = Object.entries(asDocument(changes)).flatMap(([operator, fields]) => {
    if (!operator.startsWith('$')) throw refuse('replacing a whole document');
    if (!served.includes(operator)) throw new CommandError(2, `Unknown modifier: ${operator}`);
    return Object.keys(asDocument(fields)).map((path) => `${checkPath(path)}.`);
  });
  if (paths.length === 0) throw refuse('an update that changes nothing');
  const conflict = paths.sort().find((path, index) => paths[index + 1]?.startsWith(path));
  if (conflict) throw new CommandError(40, `Two changes of '${conflict}' would conflict.`);
}

/** Applies a checked update. Returns a new document, or the same one if nothing changed. */
export function applyUpdate(document: Document, changes: Document): Document {
  const changed = clone(document);
  let result = document;
  for (const [operator, fields] of Object.entries(changes)) {
    for (const [path, operand] of Object.entries(fields as Document)) {
      checkChange(changed, path, operator, operand);
      // Leaves out _id, because mingo refuses to set it, even to its current value.
      const others = path === '_id' ? {} : { [operator]: { [path]: operand } };
      if (update(changed, others).length > 0) result = changed;
    }
  }
  return result;
}

/** Throws a CommandError for a change that mingo, unlike MongoDB, would ignore or apply wrongly. */
function checkChange(document: Document, path: string, operator: string, operand: unknown): void {
  let [now, holder]: [unknown, string] = [document, ''];
  for (const name of path.split('.')) {
    const isNone = now === undefined || (operator === '$unset' && !Array.isArray(now));
    if (!isDocument(now) && !isNone) {
      throw refuse(`a path into '${holder}', which is an array or a value`);
    }
    now = isDocument(now) && Object.hasOwn(now, name) ? now[name] : undefined;
    holder = name;
  }
  checkValue(operand, path, true);
  const isSame = operator === '$set' && comparable(operand) === comparable(document._id);
  if (path === '_id' && !isSame) throw new CommandError(66, 'The field _id is immutable.');
  const isNumber = typeof operand === 'number' && ['number', 'undefined'].includes(typeof now);
  const isList = now === undefined || Array.isArray(now);
  if (operator === '$inc' && !isNumber) throw new CommandError(14, '$inc needs two numbers.');
  if (operator === '$push' && !isList) throw new CommandError(2, '$push needs an array.');
}
