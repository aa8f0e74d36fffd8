import { CommandError, refuse, type Document } from './refusals.ts';
import { isDocument } from './values.ts';

type Compare = (left: Document, right: Document) => number;

/**
 * Returns the comparison of two documents by a sort such as `{ createdAt: -1, _id: 1 }`.
 * Values of different types come in MongoDB's order; sorting by arrays or objects is refused.
 */
export function compileSort(sort: Document): Compare {
  const criteria = Object.entries(sort).map(([path, direction]) => {
    if (direction !== 1 && direction !== -1) {
      throw new CommandError(2, `The sort direction of '${path}' must be 1 or -1.`);
    }
    return { path: path.split('.'), direction };
  });
  return (left, right) => {
    for (const { path, direction } of criteria) {
      const order = compareValues(valueAt(left, path), valueAt(right, path));
      if (order !== 0) return order * direction;
    }
    return 0;
  };
}

function valueAt(document: Document, path: string[]): unknown {
  return path.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) throw refuse('sorting by arrays');
    return isDocument(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }, document);
}

function compareValues(left: unknown, right: unknown): number {
  const byType = typeRank(left) - typeRank(right);
  if (byType !== 0) return byType;
  const [a, b] = [comparable(left), comparable(right)];
  return a < b ? -1 : Number(a > b);
}

function comparable(value: unknown): number | string {
  return typeof value === 'string' ? value : Number(value ?? 0);
}

function typeRank(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (value instanceof Date) return 4;
  const rank = ['', 'number', 'string', 'boolean'].indexOf(typeof value);
  if (rank === -1) throw refuse('sorting by arrays or objects');
  return rank;
}
