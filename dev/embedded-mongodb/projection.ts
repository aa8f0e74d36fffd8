import { CommandError, refuse, type Document } from './refusals.ts';

/**
 * Returns a projection as a `$project` stage: fields to keep or fields to leave out.
 * Throws a CommandError when it mixes the two or computes anything.
 */
export function checkProjection(projection: Document): Document {
  const checked: Document = {};
  for (const [path, value] of Object.entries(projection)) {
    if (![0, 1, true, false].includes(value as number | boolean) || path.includes('$')) {
      throw refuse(`a projection of '${path}' other than 1 or 0`);
    }
    checked[path] = Number(value);
  }
  const { _id, ...others } = checked;
  if (new Set(Object.values(others)).size > 1) {
    throw new CommandError(2, 'A projection cannot both keep fields and leave fields out.');
  }
  // mingo writes _id last; MongoDB first.
  return _id === undefined ? others : { _id, ...others };
}
