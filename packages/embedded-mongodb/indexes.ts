import { checkFields, refuse } from './refusals.ts';
import { asDocument, checkPath, encode, isScalar, readerOf, type Document } from './values.ts';

export interface IndexSpec {
  name: string;
  key: Record<string, 1 | -1>;
  unique?: boolean | undefined;
  sparse?: boolean | undefined;
  expireAfterSeconds?: number | undefined;
}

export const idIndex: IndexSpec = { name: '_id_', key: { _id: 1 } };

/** Parses the description of an index. Throws a CommandError if it is not supported. */
export function asIndexSpec(description: Document): IndexSpec {
  checkFields(description, 'name key unique sparse expireAfterSeconds');
  const { name, key, unique, sparse, expireAfterSeconds } = description as unknown as IndexSpec;
  const fields = Object.entries(asDocument(key));
  const isServed =
    typeof name === 'string' &&
    fields.every(([path, order]) => checkPath(path) && (order === 1 || order === -1)) &&
    !(unique && sparse) &&
    (expireAfterSeconds === undefined || (expireAfterSeconds >= 0 && fields.length === 1));
  if (isServed) return { name, key, unique, sparse, expireAfterSeconds };
  throw refuse(
    'this kind of index: one that is both unique and sparse, or that expires by two fields',
  );
}

/** A document's key in a unique index, as text. Throws a CommandError for unsupported values. */
export function keyOf({ name, key }: IndexSpec, document: Document): string {
  const values = Object.keys(key).map((field) => readerOf(field)(document) ?? null);
  if (values.every((value) => value !== null && isScalar(value))) return encode(values);
  throw refuse(`an array, an object or a missing key in the unique index ${name}`);
}
