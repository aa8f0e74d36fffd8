import { MingoError } from 'mingo/util';

import type { Collection } from './collection.ts';
import { runFind, runPipeline } from './query.ts';
import { checkFields, CommandError, refuse } from './refusals.ts';
import type { Store } from './store.ts';
import { applyUpdate, checkUpdate } from './update.ts';
import { asDocument, checkValue, maximumDocumentBytes, type Document } from './values.ts';
import { maximumMessageBytes } from './wire.ts';

/** `namespace` is the database and the collection that a command names, such as `shop.users`. */
type Command = (body: Document, store: Store, namespace: string) => Document;

/** The options that each command supports besides `writeConcern`, and its implementation. */
const commands: Record<string, [options: string, run: Command]> = {
  ping: ['', () => ({})],
  find: ['filter sort skip limit projection batchSize singleBatch', find],
  aggregate: ['pipeline cursor', aggregate],
  getMore: ['collection batchSize', getMore],
  insert: ['documents ordered', insert],
  update: ['updates ordered', update],
  findAndModify: ['query update new upsert remove', findAndModify],
  delete: ['deletes ordered', remove],
  createIndexes: ['indexes', createIndexes],
  listIndexes: ['cursor', listIndexes],
  compact: ['force', compact],
  dropDatabase: ['', dropDatabase],
};

/** Runs a command and returns its reply, which explains unsupported options and failures. */
export async function runCommand(body: Document, store: Store): Promise<Document> {
  const [[name, target] = ['', undefined]] = Object.entries(body);
  if (isGreeting(body)) {
    const asked = 'saslSupportedMechs' in body && { saslSupportedMechs: ['SCRAM-SHA-256'] };
    return { ...hello, ...asked, localTime: new Date() };
  }
  const namespace = `${String(body.$db)}.${typeof target === 'string' ? target : '$cmd'}`;
  const failed = (error: unknown): Document => ({ ok: 0, ...errorFields(error) });
  let reply: Document;
  try {
    const [options, run] = (Object.hasOwn(commands, name) && commands[name]) || [];
    if (!run) throw new CommandError(59, `no such command: '${name}' in the embedded server`);
    // With a single server, the read preference does not matter.
    checkFields(body, `${name} $db $readPreference writeConcern ${options}`);
    checkValue(body, name);
    // A single server that syncs every write satisfies `majority` and journaling.
    const { w = 1 } = asDocument(body.writeConcern);
    if (w !== 1 && w !== 'majority') throw refuse(`writeConcern w: ${String(w)}`);
    reply = { ok: 1, ...run(body, store, namespace) };
  } catch (error) {
    reply = failed(error);
  }
  // A result or an error may depend on another client's unsaved write.
  const saved = store.collections.get(namespace)?.saved();
  return saved ? saved.then(() => reply, failed) : reply;
}

/** Whether a driver asks for the server's features, which does not require a login. */
export function isGreeting(body: Document): boolean {
  const [name = ''] = Object.keys(body);
  return name === 'hello' || name === 'ismaster';
}

function errorFields(error: unknown): Document {
  const code = error instanceof MingoError ? 2 : 1;
  const known = error instanceof CommandError ? error : new CommandError(code, String(error));
  return { code: known.code, errmsg: known.message, ...known.details };
}

/** The results of `find`; none if the collection does not exist. */
function search(store: Store, namespace: string, options: Document): Document[] {
  const filter = asDocument(options.filter);
  return runFind(store.collections.get(namespace)?.candidates(filter) ?? [], options);
}

function find(body: Document, store: Store, namespace: string): Document {
  return store.cursors.start(namespace, search(store, namespace, body));
}

function aggregate(body: Document, store: Store, namespace: string): Document {
  const documents = store.collections.get(namespace)?.candidates({}) ?? [];
  return store.cursors.start(namespace, runPipeline(documents, body.pipeline));
}

function getMore(body: Document, store: Store): Document {
  const namespace = `${String(body.$db)}.${String(body.collection)}`;
  return store.cursors.next(Number(body.getMore), namespace);
}

function createIndexes(body: Document, store: Store, namespace: string): Document {
  const collection = store.create(namespace);
  for (const description of body.indexes as Document[]) collection.createIndex(description);
  return {};
}

function listIndexes(_body: Document, store: Store, namespace: string): Document {
  const indexes = existing(store, namespace).indexes.map((spec) => ({ v: 2, ...spec }));
  return store.cursors.start(namespace, indexes);
}

function compact(_body: Document, store: Store, namespace: string): Document {
  existing(store, namespace).compact();
  return {};
}

function existing(store: Store, namespace: string): Collection {
  const collection = store.collections.get(namespace);
  if (collection) return collection;
  throw new CommandError(26, `ns does not exist: ${namespace}`);
}

function dropDatabase({ $db }: Document, store: Store): Document {
  store.dropDatabase(String($db));
  return { dropped: $db };
}

/** Runs each write of a command and adds up the numbers of matched and inserted documents. */
function runEach(
  { ordered = true, ...body }: Document,
  field: string,
  runOne: (write: Document, index: number) => number,
): Document {
  let n = 0;
  const writeErrors: Document[] = [];
  for (const [index, write] of (body[field] as Document[]).entries()) {
    try {
      n += runOne(write, index);
    } catch (error) {
      writeErrors.push({ index, ...errorFields(error) });
      if (ordered) break;
    }
  }
  return { n, ...(writeErrors.length > 0 && { writeErrors }) };
}

function insert(body: Document, store: Store, namespace: string): Document {
  const collection = store.create(namespace);
  return runEach(body, 'documents', (document) => {
    collection.insert(document);
    return 1;
  });
}

function update(body: Document, store: Store, namespace: string): Document {
  const collection = store.create(namespace);
  const upserted: Document[] = [];
  let nModified = 0;
  const counts = runEach(body, 'updates', (write, index) => {
    checkFields(write, 'q u upsert');
    const { q: filter, u: changes, upsert } = write;
    checkUpdate(changes);
    const [found] = search(store, namespace, { filter, limit: 1 });
    if (!found && !upsert) return 0;
    const after = applyUpdate(found ?? startOfUpsert(filter), changes as Document);
    if (!found) {
      collection.insert(after);
      upserted.push({ index, _id: after._id });
    } else if (after !== found) {
      collection.replace(after);
      nModified += 1;
    }
    return 1;
  });
  return { ...counts, nModified, ...(upserted.length > 0 && { upserted }) };
}

/** Changes the first matching document, and replies with the changed document. */
function findAndModify(body: Document, store: Store, namespace: string): Document {
  const { query: filter, update: changes, new: isAfter, upsert, remove: isRemoved } = body;
  if (!isAfter || upsert || isRemoved) {
    throw refuse('findAndModify except to change a document and return its new version');
  }
  checkUpdate(changes);
  const [found] = search(store, namespace, { filter, limit: 1 });
  const value = found ? applyUpdate(found, changes as Document) : null;
  if (value && value !== found) store.create(namespace).replace(value);
  return { lastErrorObject: { n: found ? 1 : 0, updatedExisting: Boolean(found) }, value };
}

function startOfUpsert(filter: unknown): Document {
  const { _id, ...others } = asDocument(filter);
  if (typeof _id === 'string' && Object.keys(others).length === 0) return { _id };
  throw refuse('upserts without a string _id in the filter; it creates no ObjectIds');
}

function remove(body: Document, store: Store, namespace: string): Document {
  return runEach(body, 'deletes', (write) => {
    checkFields(write, 'q limit');
    const found = search(store, namespace, { filter: write.q, limit: write.limit });
    store.collections.get(namespace)?.remove(found);
    return found.length;
  });
}

// Without setName, msg, compression, logicalSessionTimeoutMinutes and topologyVersion, which would
// make drivers use replica sets, sessions and streaming heartbeats. Those are not supported.
const hello = {
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
