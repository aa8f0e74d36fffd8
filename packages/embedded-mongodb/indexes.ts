import { checkFields, refuse } from './refusals.ts';
import { asDocument, checkPath, encode, isScalar, readerOf, type Document } from './values.ts';

export interface IndexSpec {
  name: string;
  key: Record<string, 1 | -1>;
  unique?: boolean | undefined;
  sparse?: boolean | undefined;
  expireAfterSeconds?: number | undefined;
}

/** The default index of every collection. */
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

/** The key of a document in an index, as text. Throws a CommandError for unsupported values. */
export function keyOf({ name, key, unique }: IndexSpec, document: Document): string {
  const values = Object.keys(key).map((field) => readerOf(field)(document) ?? null);
  const isMultikey = !unique && values.filter(Array.isArray).length === 1;
  const isServed = (isMultikey ? values.flat() : values).every(isScalar);
  if (isServed && !(unique && values.includes(null))) return encode(values);
  throw refuse(`several arrays, objects or, if unique, missing keys in the index ${name}`);
}
