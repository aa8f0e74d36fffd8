import type { Cursors } from '../cursors.ts';
import type { Collection, FindOptions } from '../collection.ts';
import { compileFilter } from '../filter.ts';
import { CommandError, type Document } from '../refusals.ts';
import { compileSort } from '../sorting.ts';
import type { Store } from '../store.ts';

/** What a command works on. */
export interface Context {
  store: Store;
  cursors: Cursors;
  /** The database that the client named. */
  database: string;
  startedAt: Date;
}

/** A command: the options it understands besides its own name, and what it replies. */
export interface Command {
  options: readonly string[];
  run: (body: Document, context: Context) => Document | Promise<Document>;
}

/** The name that a command gives in the field of its own name, as in `{ find: 'users' }`. */
export function collectionName(body: Document): string {
  const name = Object.values(body)[0];
  if (typeof name === 'string') return name;
  throw new CommandError(73, 'The name of the collection must be a string.');
}

/** The collection that a command names, or undefined if there is none. */
export function existing(body: Document, context: Context): Promise<Collection | undefined> {
  return context.store.find(context.database, collectionName(body));
}

/** The collection that a command names, made if there is none. */
export function created(body: Document, context: Context): Promise<Collection> {
  return context.store.create(context.database, collectionName(body));
}

/** Documents of the collection that a command names; none if there is no such collection. */
export async function findDocuments(
  body: Document,
  context: Context,
  filter: Document,
  options: FindOptions = {},
): Promise<Document[]> {
  const collection = await existing(body, context);
  if (collection) return collection.find(filter, options);
  // What is not served is refused all the same.
  compileFilter(filter);
  compileSort(options.sort ?? {});
  return [];
}

/** The namespace that a command names, such as `office.users`. */
export function namespaceOf(body: Document, context: Context): string {
  return `${context.database}.${collectionName(body)}`;
}
