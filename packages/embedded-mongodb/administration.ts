import type { Collection } from './collection.ts';
import { match } from './query.ts';
import { CommandError, refuse } from './refusals.ts';
import type { Store } from './store.ts';
import { maximumDocumentBytes, type Document } from './values.ts';
import { maximumMessageBytes } from './wire.ts';

export interface Call {
  store: Store;
  /** The database and the collection that the command names, such as `shop.users`. */
  namespace: string;
}

export type Command = (body: Document, call: Call) => Document;

/** The commands about the server and its data: the names of their options, and what they run. */
export const administration: Record<string, [options: string, run: Command]> = {
  buildInfo: ['', () => buildInfo],
  collStats: ['scale', ({ scale }, call) => ({ ns: call.namespace, ...statisticsOf(call, scale) })],
  dbStats: ['scale freeStorage', dbStats],
  listCollections: ['filter nameOnly authorizedCollections cursor', listCollections],
  listDatabases: ['filter nameOnly authorizedDatabases', listDatabases],
};

/** Returns a collection. Throws a CommandError if it does not exist. */
export function existing(store: Store, namespace: string): Collection {
  const collection = store.collections.get(namespace);
  if (collection) return collection;
  // mongoose looks at this name, not at the code.
  const details = { codeName: 'NamespaceNotFound' };
  throw new CommandError(26, `Collection [${namespace}] not found.`, details);
}

/** A collection's statistics. Indexes have no size: only their descriptions are stored. */
export function statisticsOf({ store, namespace }: Call, scale: unknown): Document {
  checkScale(scale);
  const collection = store.collections.get(namespace);
  const { count = 0, size = 0, storageSize = 0 } = collection?.statistics ?? {};
  const indexes = collection?.indexes ?? [];
  return {
    size,
    storageSize,
    totalSize: storageSize,
    count,
    ...(count > 0 && { avgObjSize: Math.floor(size / count) }),
    capped: false,
    nindexes: indexes.length,
    totalIndexSize: 0,
    indexSizes: Object.fromEntries(indexes.map(({ name }) => [name, 0])),
    scaleFactor: 1,
  };
}

function checkScale(scale: unknown = 1): void {
  if (scale !== 1) throw refuse('a scale other than 1');
}

function dbStats({ $db, scale }: Document, { store }: Call): Document {
  checkScale(scale);
  const collections = collectionsOf(store, String($db)).map(([, collection]) => collection);
  const statistics = collections.map((collection) => collection.statistics);
  const sum = (name: 'count' | 'size' | 'storageSize') =>
    statistics.reduce((total, sizes) => total + sizes[name], 0);
  const [objects, dataSize, storageSize] = [sum('count'), sum('size'), sum('storageSize')];
  return {
    db: $db,
    collections: collections.length,
    views: 0,
    objects,
    avgObjSize: objects > 0 ? dataSize / objects : 0,
    dataSize,
    storageSize,
    indexSize: 0,
    totalSize: storageSize,
    indexes: collections.reduce((total, { indexes }) => total + indexes.length, 0),
    scaleFactor: 1,
  };
}

function collectionsOf(store: Store, database: string): [string, Collection][] {
  const names = [...store.collections].filter(([name]) => name.startsWith(`${database}.`));
  return names.map(([name, collection]) => [name.slice(database.length + 1), collection]);
}

function listCollections({ $db, filter, nameOnly }: Document, { store }: Call): Document {
  const collections = collectionsOf(store, String($db)).map(([name, { indexes }]) => ({
    name,
    type: 'collection',
    options: {},
    info: { readOnly: false },
    idIndex: { v: 2, ...indexes[0] },
  }));
  const wanted = match(collections, filter);
  const shown = nameOnly ? wanted.map(({ name, type }) => ({ name, type })) : wanted;
  return store.cursors.start(`${String($db)}.$cmd.listCollections`, shown);
}

function listDatabases({ filter, nameOnly }: Document, { store }: Call): Document {
  const names = new Set([...store.collections.keys()].map((name) => name.split('.', 1).join()));
  const sized = [...names].sort().map((name) => {
    const sizes = collectionsOf(store, name).map(([, { statistics }]) => statistics.storageSize);
    return { name, sizeOnDisk: sizes.reduce((sum, size) => sum + size, 0), empty: false };
  });
  const databases = match(sized, filter);
  if (nameOnly) return { databases: databases.map(({ name }) => ({ name })) };
  const totalSize = databases.reduce((sum, { sizeOnDisk }) => sum + Number(sizeOnDisk), 0);
  return { databases, totalSize };
}

const buildInfo = {
  // The version of MongoDB whose protocol and answers this server follows.
  version: '6.0.0',
  gitVersion: 'none',
  modules: ['embedded-mongodb'],
  versionArray: [6, 0, 0, 0],
  bits: 64,
  maxBsonObjectSize: maximumDocumentBytes,
};

/** The first reply to drivers. Omits setName, compression and more, which are not supported. */
export const hello = {
  ok: 1,
  helloOk: true,
  isWritablePrimary: true,
  ismaster: true,
  maxBsonObjectSize: maximumDocumentBytes,
  maxMessageSizeBytes: maximumMessageBytes,
  maxWriteBatchSize: 100_000,
  minWireVersion: 0,
  maxWireVersion: 17,
};
