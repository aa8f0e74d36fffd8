import { hostname } from 'node:os';

import { compileFilter } from '../filter.ts';
import { CommandError, type Document } from '../refusals.ts';
import { asDocument } from '../values.ts';
import {
  collectionName,
  created,
  existing,
  namespaceOf,
  type Command,
  type Context,
} from './command.ts';

async function create(body: Document, context: Context): Promise<Document> {
  if (await existing(body, context)) {
    throw new CommandError(48, `Collection ${namespaceOf(body, context)} already exists.`);
  }
  await created(body, context);
  return {};
}

async function drop(body: Document, { store, database }: Context): Promise<Document> {
  if (await store.drop(database, collectionName(body))) return {};
  throw new CommandError(26, 'ns not found');
}

async function dropDatabase(_body: Document, { store, database }: Context): Promise<Document> {
  await store.dropDatabase(database);
  return { dropped: database };
}

function listCollections(body: Document, { store, cursors, database }: Context): Document {
  const matches = compileFilter(asDocument(body.filter ?? {}, 'filter'));
  const collections = store
    .names(database)
    .map((name) => ({ name, type: 'collection', options: {}, info: { readOnly: false } }));
  return { cursor: cursors.start(`${database}.$cmd.listCollections`, collections.filter(matches)) };
}

function listDatabases(_body: Document, { store }: Context): Document {
  return { databases: store.databases().map((name) => ({ name, empty: false })) };
}

async function compact(body: Document, context: Context): Promise<Document> {
  const collection = await existing(body, context);
  if (!collection) throw new CommandError(26, 'ns not found');
  return { bytesFreed: await collection.exclusively(() => collection.compact()) };
}

function buildInfo(): Document {
  return { version: '6.0.0', versionArray: [6, 0, 0, 0], modules: ['embedded'], bits: 64 };
}

function serverStatus(_body: Document, { startedAt }: Context): Document {
  const uptime = Math.round((Date.now() - startedAt.getTime()) / 1000);
  return { host: hostname(), version: '6.0.0', process: 'embedded', uptime, localTime: new Date() };
}

/** Databases, collections and the server itself. */
export const adminCommands: Record<string, Command> = {
  ping: { options: [], run: () => ({}) },
  buildInfo: { options: [], run: buildInfo },
  buildinfo: { options: [], run: buildInfo },
  serverStatus: { options: [], run: serverStatus },
  endSessions: { options: [], run: () => ({}) },
  create: { options: [], run: create },
  drop: { options: [], run: drop },
  dropDatabase: { options: [], run: dropDatabase },
  listCollections: {
    options: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
    run: listCollections,
  },
  listDatabases: { options: ['nameOnly'], run: listDatabases },
  compact: { options: ['force'], run: compact },
};
