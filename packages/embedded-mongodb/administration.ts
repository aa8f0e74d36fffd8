import { arch, availableParallelism, hostname, release, totalmem, type } from 'node:os';
import { Long, UUID } from 'bson';

import type { Collection } from './collection.ts';
import { match } from './query.ts';
import { CommandError } from './refusals.ts';
import type { Store } from './store.ts';
import { maximumDocumentBytes, type Document } from './values.ts';
import { maximumMessageBytes } from './wire.ts';

export interface Call {
  store: Store;
  /** The database and the collection that the command names, such as `shop.users`. */
  namespace: string;
  /** The name of the user who has signed in on this connection, if any. */
  user: string | undefined;
  connections: number;
}

export type Command = (body: Document, call: Call) => Document;

/** The version of MongoDB whose protocol and answers this server follows. */
export const version = '6.0.0';
const sessionMinutes = 30;
const mebibyte = 1024 * 1024;

/**
 * The commands about the server, its sessions and its data. Each has the names of its options,
 * separated by spaces (`*` accepts any), and a function that runs it.
 */
export const administration: Record<string, [options: string, run: Command]> = {
  buildInfo: ['', () => buildInfo],
  collStats: ['scale', collStats],
  connectionStatus: ['showPrivileges', connectionStatus],
  dbStats: ['scale freeStorage', dbStats],
  endSessions: ['', () => ({})],
  getParameter: ['*', getParameter],
  hostInfo: ['', hostInfo],
  listCollections: ['filter nameOnly authorizedCollections cursor', listCollections],
  listDatabases: ['filter nameOnly authorizedDatabases', listDatabases],
  refreshSessions: ['', () => ({})],
  serverStatus: ['', serverStatus],
  startSession: ['', () => ({ id: { id: new UUID() }, timeoutMinutes: sessionMinutes })],
};

/** The reply to `hello` or `isMaster`, which drivers send first. */
export function greet(body: Document): Document {
  const asked = 'saslSupportedMechs' in body && { saslSupportedMechs: ['SCRAM-SHA-256'] };
  return { ...hello, ...asked, localTime: new Date() };
}

/** Returns a collection. Throws a CommandError if it does not exist. */
export function existing(store: Store, namespace: string): Collection {
  const collection = store.collections.get(namespace);
  if (collection) return collection;
  throw new CommandError(26, `ns does not exist: ${namespace}`);
}

/**
 * The statistics of a collection in MongoDB's format; undefined if it does not exist. Indexes are
 * only in memory, so their size is 0.
 */
export function statisticsOf({ store, namespace }: Call, scale: unknown): Document | undefined {
  const scaleFactor = asScale(scale);
  const collection = store.collections.get(namespace);
  if (!collection) return undefined;
  const { indexes, statistics } = collection;
  const { count, size } = statistics;
  const storageSize = Math.floor(statistics.storageSize / scaleFactor);
  return {
    size: Math.floor(size / scaleFactor),
    count,
    ...(count > 0 && { avgObjSize: Math.floor(size / count) }),
    numOrphanDocs: 0,
    storageSize,
    freeStorageSize: 0,
    capped: false,
    nindexes: indexes.length,
    indexBuilds: [],
    totalIndexSize: 0,
    totalSize: storageSize,
    indexSizes: Object.fromEntries(indexes.map(({ name }) => [name, 0])),
    scaleFactor,
  };
}

function asScale(scale: unknown = 1): number {
  if (typeof scale === 'number' && scale >= 1) return Math.floor(scale);
  throw new CommandError(51024, 'scale has to be a number >= 1');
}

function collStats({ scale }: Document, call: Call): Document {
  const none = {
    size: 0,
    count: 0,
    storageSize: 0,
    nindexes: 0,
    totalIndexSize: 0,
    indexSizes: {},
  };
  return {
    ns: call.namespace,
    ...(statisticsOf(call, scale) ?? none),
    scaleFactor: asScale(scale),
  };
}

function dbStats({ $db, scale }: Document, { store }: Call): Document {
  const scaleFactor = asScale(scale);
  const collections = collectionsOf(store, String($db)).map(([, collection]) => collection);
  const sum = (read: (collection: Collection) => number) =>
    collections.reduce((total, collection) => total + read(collection), 0);
  const objects = sum(({ statistics }) => statistics.count);
  const bytes = sum(({ statistics }) => statistics.size);
  const storageSize = Math.floor(sum(({ statistics }) => statistics.storageSize) / scaleFactor);
  return {
    db: $db,
    collections: collections.length,
    views: 0,
    objects,
    avgObjSize: objects > 0 ? bytes / objects : 0,
    dataSize: Math.floor(bytes / scaleFactor),
    storageSize,
    indexes: sum(({ indexes }) => indexes.length),
    indexSize: 0,
    totalSize: storageSize,
    scaleFactor,
  };
}

function collectionsOf(store: Store, database: string): [string, Collection][] {
  const start = `${database}.`;
  const own = [...store.collections].filter(([namespace]) => namespace.startsWith(start));
  return own
    .map(([namespace, collection]): [string, Collection] => [
      namespace.slice(start.length),
      collection,
    ])
    .sort(([left], [right]) => (left < right ? -1 : 1));
}

function listCollections({ $db, filter, nameOnly }: Document, { store }: Call): Document {
  const found = collectionsOf(store, String($db)).map(([name, { indexes }]) => ({
    name,
    type: 'collection',
    options: {},
    info: { readOnly: false },
    idIndex: { v: 2, ...indexes[0] },
  }));
  const wanted = match(found, filter);
  const shown = nameOnly ? wanted.map(({ name, type: kind }) => ({ name, type: kind })) : wanted;
  return store.cursors.start(`${String($db)}.$cmd.listCollections`, shown);
}

function listDatabases({ filter, nameOnly }: Document, { store }: Call): Document {
  const names = new Set([...store.collections.keys()].map((name) => name.split('.', 1).join()));
  const all = [...names].sort().map((name) => {
    const sizes = collectionsOf(store, name).map(([, { statistics }]) => statistics.storageSize);
    return { name, sizeOnDisk: sizes.reduce((sum, size) => sum + size, 0), empty: false };
  });
  const databases = match(all, filter);
  if (nameOnly) return { databases: databases.map(({ name }) => ({ name })) };
  const totalSize = databases.reduce((sum, { sizeOnDisk }) => sum + Number(sizeOnDisk), 0);
  return { databases, totalSize, totalSizeMb: Math.floor(totalSize / mebibyte) };
}

function connectionStatus({ showPrivileges }: Document, { user }: Call): Document {
  return {
    authInfo: {
      authenticatedUsers: user === undefined ? [] : [{ user, db: 'admin' }],
      authenticatedUserRoles: user === undefined ? [] : [{ role: 'root', db: 'admin' }],
      ...(showPrivileges === true && { authenticatedUserPrivileges: [] }),
    },
  };
}

function getParameter(body: Document): Document {
  if (body.getParameter === '*' || 'featureCompatibilityVersion' in body) {
    return { featureCompatibilityVersion: { version: '6.0' } };
  }
  throw new CommandError(72, 'no option found to get');
}

function hostInfo(): Document {
  return {
    system: {
      currentTime: new Date(),
      hostname: hostname(),
      cpuAddrSize: 64,
      memSizeMB: Math.floor(totalmem() / mebibyte),
      memLimitMB: Math.floor(totalmem() / mebibyte),
      numCores: availableParallelism(),
      cpuArch: arch(),
      numaEnabled: false,
    },
    os: { type: type(), name: type(), version: release() },
    extra: { versionString: `${type()} ${release()}` },
  };
}

function serverStatus(_body: Document, { connections }: Call): Document {
  const seconds = process.uptime();
  return {
    host: hostname(),
    version,
    process: 'embedded-mongodb',
    pid: Long.fromNumber(process.pid),
    uptime: seconds,
    uptimeMillis: Long.fromNumber(Math.floor(seconds * 1000)),
    uptimeEstimate: Long.fromNumber(Math.floor(seconds)),
    localTime: new Date(),
    connections: { current: connections },
    mem: { bits: 64, resident: Math.floor(process.memoryUsage.rss() / mebibyte), supported: true },
    storageEngine: { name: storageEngine, persistent: true },
  };
}

const storageEngine = 'appendOnlyFile';

const buildInfo = {
  version,
  gitVersion: 'none',
  modules: ['embedded-mongodb'],
  javascriptEngine: 'none',
  sysInfo: 'deprecated',
  versionArray: [...version.split('.').map(Number), 0],
  bits: 64,
  debug: false,
  maxBsonObjectSize: maximumDocumentBytes,
  storageEngines: [storageEngine],
};

// Omits setName, msg, compression and topologyVersion, because replica sets, sharding, compression
// and streaming heartbeats are not supported.
const hello = {
  ok: 1,
  helloOk: true,
  isWritablePrimary: true,
  ismaster: true,
  maxBsonObjectSize: maximumDocumentBytes,
  maxMessageSizeBytes: maximumMessageBytes,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: sessionMinutes,
  minWireVersion: 0,
  maxWireVersion: 17,
};
