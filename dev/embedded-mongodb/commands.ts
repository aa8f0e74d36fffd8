import { asIndexSpec, idIndex, isNewIndex, type Collection } from './collection.ts';
import type { Cursors } from './cursors.ts';
import { compileFilter, compileProjection, pipelineOf, runPipeline } from './query.ts';
import type { Store } from './store.ts';
import { applyUpdate, checkUpdate, upsertedDocument } from './update.ts';
import { checkFields, checkValue, CommandError, encode, refuse, type Document } from './values.ts';
import { maximumMessageBytes } from './wire.ts';

/** A command, and what it works on. */
interface Context {
  body: Document;
  store: Store;
  cursors: Cursors;
  database: string;
  /** The database and the collection that the command names, such as `office.users`. */
  namespace: string;
}

type Command = (context: Context) => Document | Promise<Document>;

/** The options that every command understands. */
const common = '$db $readPreference readConcern writeConcern maxTimeMS comment';

/** The options that each command understands besides, and what it does. */
const commands: Record<string, [options: string, run: Command]> = {
  ping: ['', () => ({})],
  create: ['', create],
  drop: ['', drop],
  dropDatabase: ['', ({ store, database }) => store.dropDatabase(database)],
  listCollections: ['filter nameOnly authorizedCollections cursor', listCollections],
  compact: ['force', async (context) => ({ bytesFreed: await known(context).compact() })],
  createIndexes: ['indexes', createIndexes],
  listIndexes: ['cursor', listIndexes],
  find: ['filter sort skip limit projection batchSize singleBatch', find],
  count: ['query', (context) => ({ n: run(context, [{ $match: context.body.query }]).length })],
  aggregate: ['pipeline cursor', find],
  getMore: [
    'collection batchSize',
    ({ body, cursors, database }) =>
      cursors.next(Number(body.getMore), `${database}.${String(body.collection)}`),
  ],
  killCursors: ['cursors', ({ body, cursors }) => cursors.kill(body.cursors as number[])],
  insert: ['documents ordered', insert],
  update: ['updates ordered', update],
  delete: ['deletes ordered', remove],
  findAndModify: ['query sort update remove new upsert fields', findAndModify],
};

/** Runs a command and returns its reply, which says in words what is not served or has failed. */
export async function runCommand(body: Document, store: Store, cursors: Cursors) {
  const [[name, target] = ['', undefined]] = Object.entries(body);
  if (name === 'hello' || name === 'ismaster') return hello();
  const database = String(body.$db);
  const namespace = `${database}.${typeof target === 'string' ? target : '$cmd'}`;
  const failed = (error: unknown): Document => ({ ok: 0, ...errorFields(error) });
  let reply: Document;
  try {
    const [options, answer] = (Object.hasOwn(commands, name) && commands[name]) || [];
    if (!answer) throw new CommandError(59, `no such command: '${name}' in the embedded server`);
    checkFields(body, `${name} ${common} ${options}`);
    checkValue(body, name, false);
    checkConcerns(body);
    reply = { ok: 1, ...(await answer({ body, store, cursors, database, namespace })) };
  } catch (error) {
    reply = failed(error);
  }
  // Also an error, or what was found, may rest on a write of somebody else.
  const durable = store.collections.get(namespace)?.file.durable;
  return durable ? durable.then(() => reply, failed) : reply;
}

function errorFields(error: unknown): Document {
  const known = error instanceof CommandError ? error : new CommandError(1, String(error));
  return { code: known.code, errmsg: known.message, ...known.details };
}

// With one server that syncs every write, all these concerns are met.
function checkConcerns({ readConcern = {}, writeConcern = {} }: Document): void {
  const { level = 'local' } = readConcern as Document;
  const isRead = ['local', 'available', 'majority'].includes(level as string);
  if (!isRead) throw refuse(`readConcern '${String(level)}'`);
  const { w = 1 } = writeConcern as Document;
  if (![0, 1, 'majority'].includes(w as string)) throw refuse(`writeConcern w: ${String(w)}`);
}

function known({ store, namespace }: Context): Collection {
  const collection = store.find(namespace);
  if (collection) return collection;
  throw new CommandError(26, `ns does not exist: ${namespace}`);
}

/** Runs a pipeline over the collection that a command names, which need not exist. */
function run({ store, namespace }: Context, pipeline: Document[]): Document[] {
  return store.find(namespace)?.run(pipeline) ?? runPipeline(pipeline, []);
}

function find(context: Context): Document {
  const { body, cursors, namespace } = context;
  const pipeline = (body.pipeline ?? pipelineOf(body)) as Document[];
  return cursors.start(namespace, run(context, pipeline));
}

function create({ store, namespace }: Context): Document {
  if (store.find(namespace)) throw new CommandError(48, `${namespace} already exists.`);
  store.create(namespace);
  return {};
}

function drop({ store, namespace }: Context): Document {
  if (store.drop(namespace)) return {};
  throw new CommandError(26, 'ns not found');
}

function listCollections(context: Context): Document {
  const about = { type: 'collection', options: {}, info: { readOnly: false } };
  const all = context.store.names(context.database).map((name) => ({ name, ...about }));
  return context.cursors.start(context.namespace, all.filter(compileFilter(context.body.filter)));
}

function createIndexes({ body, store, namespace }: Context): Document {
  const collection = store.create(namespace);
  const numIndexesBefore = collection.indexes.length + 1;
  for (const spec of (body.indexes as Document[]).map(asIndexSpec)) {
    if (isNewIndex(spec, collection.indexes)) collection.addIndex(spec);
  }
  return { numIndexesBefore, numIndexesAfter: collection.indexes.length + 1 };
}

function listIndexes(context: Context): Document {
  const indexes = [idIndex, ...known(context).indexes].map((spec) => ({ v: 2, ...spec }));
  return context.cursors.start(context.namespace, indexes);
}

/** Runs each write of a command, and adds up how many documents they matched or made. */
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

function insert({ body, store, namespace }: Context): Document {
  const collection = store.create(namespace);
  return runEach(body, 'documents', (document) => {
    collection.insert(document);
    return 1;
  });
}

function remove(context: Context): Document {
  return runEach(context.body, 'deletes', (write) => {
    checkFields(write, 'q limit');
    const found = run(context, pipelineOf({ filter: write.q, limit: write.limit }));
    context.store.find(context.namespace)?.remove(found);
    return found.length;
  });
}

function update({ body, store, namespace }: Context): Document {
  const collection = store.create(namespace);
  const upserted: Document[] = [];
  let nModified = 0;
  const counts = runEach(body, 'updates', (write, index) => {
    checkFields(write, 'q u upsert multi');
    const found = collection.run(pipelineOf({ filter: write.q, limit: write.multi ? 0 : 1 }));
    const { inserted, modified } = change(collection, found, write);
    nModified += modified;
    if (inserted) upserted.push({ index, _id: inserted._id });
    return inserted ? 1 : found.length;
  });
  return { ...counts, nModified, ...(upserted.length > 0 && { upserted }) };
}

/** Changes what was found; inserts a document if nothing was and `upsert` says so. */
function change(collection: Collection, found: Document[], { q, u, upsert }: Document) {
  checkUpdate(u);
  const isNew = found.length === 0 && upsert;
  const inserted = isNew ? upsertedDocument(q as Document, u as Document) : undefined;
  if (inserted) collection.insert(inserted);
  let [modified, after] = [0, inserted];
  for (const document of found) {
    after = applyUpdate(document, u as Document);
    if (encode(after) === encode(document)) continue;
    collection.replace(after);
    modified += 1;
  }
  return { inserted, modified, after };
}

function findAndModify({ body, store, namespace }: Context): Document {
  const { query, sort, update: u, fields, upsert } = body;
  if (body.remove) throw refuse('findAndModify that removes');
  const collection = store.create(namespace);
  const project = compileProjection(fields);
  const found = collection.run(pipelineOf({ filter: query, sort, limit: 1 }));
  const { inserted, after } = change(collection, found, { q: query, u, upsert });
  const [value = null] = project(body.new && after ? [after] : found);
  const lastErrorObject = {
    n: inserted ? 1 : found.length,
    updatedExisting: found.length > 0,
    ...(inserted && { upserted: inserted._id }),
  };
  return { lastErrorObject, value };
}

// No setName, msg, compression, logicalSessionTimeoutMinutes or topologyVersion: with them
// drivers would use replica sets, sessions and streaming heartbeats, which are not served.
function hello(): Document {
  return {
    ok: 1,
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: maximumMessageBytes,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    minWireVersion: 0,
    maxWireVersion: 17,
  };
}
