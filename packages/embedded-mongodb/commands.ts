import { ObjectId } from 'bson';

import { administration, existing, hello, type Call, type Command } from './administration.ts';
import { idIndex } from './indexes.ts';
import { explain, reads, search } from './reads.ts';
import { checkFields, CommandError, errorFields, refuse } from './refusals.ts';
import type { Store } from './store.ts';
import { applyUpdate, checkUpdate } from './update.ts';
import { asDocument, checkValue, encode, type Document } from './values.ts';

const commands: Record<string, [options: string, run: Command]> = {
  ...administration,
  ...reads,
  ping: ['', () => ({})],
  explain: ['verbosity', explain],
  getMore: ['collection batchSize', getMore],
  killCursors: ['cursors', killCursors],
  insert: ['documents ordered', insert],
  update: ['updates ordered', update],
  findAndModify: ['query sort update new upsert remove maxTimeMS', findAndModify],
  delete: ['deletes ordered', remove],
  createIndexes: ['indexes', createIndexes],
  listIndexes: ['cursor', listIndexes],
  compact: ['force', compact],
  dropDatabase: ['', dropDatabase],
};

/** Runs a command and resolves to its reply. The reply to a failed command explains why. */
export async function runCommand(body: Document, store: Store): Promise<Document> {
  const [[name, target] = ['', undefined]] = Object.entries(body);
  if (name === 'hello' || name.toLowerCase() === 'ismaster') return hello;
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
    const { hint = '_id_', maxTimeMS } = body;
    if (hint !== '_id_' && encode(hint) !== encode(idIndex.key)) throw refuse(`the option 'hint'`);
    const start = performance.now();
    reply = { ok: 1, ...run(body, { store, namespace }) };
    // A write that took too long cannot be undone, so only reads have a limit.
    const limit = (name in reads && Number(maxTimeMS)) || Infinity;
    if (performance.now() - start > limit) {
      throw new CommandError(50, 'operation exceeded time limit');
    }
  } catch (error) {
    reply = failed(error);
  }
  // The reply waits until all writes are saved, because it can depend on another client's write.
  const saved = store.collections.get(namespace)?.saved();
  return saved ? saved.then(() => reply, failed) : reply;
}

function getMore(body: Document, { store }: Call): Document {
  const namespace = `${String(body.$db)}.${String(body.collection)}`;
  return store.cursors.next(Number(body.getMore), namespace);
}

function killCursors({ cursors }: Document, { store }: Call): Document {
  return store.cursors.close((cursors as unknown[]).map(Number));
}

function createIndexes(body: Document, { store, namespace }: Call): Document {
  const collection = store.create(namespace);
  for (const description of body.indexes as Document[]) collection.createIndex(description);
  return {};
}

function listIndexes(_body: Document, { store, namespace }: Call): Document {
  const indexes = existing(store, namespace).indexes.map((spec) => ({ v: 2, ...spec }));
  return store.cursors.start(namespace, indexes);
}

function compact(_body: Document, { store, namespace }: Call): Document {
  existing(store, namespace).compact();
  return {};
}

function dropDatabase({ $db }: Document, { store }: Call): Document {
  store.dropDatabase(String($db));
  return { dropped: $db };
}

/** Runs writes, by default until one fails. Returns how many were inserted, matched or deleted. */
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

function insert(body: Document, { store, namespace }: Call): Document {
  const collection = store.create(namespace);
  return runEach(body, 'documents', (document) => {
    collection.insert(document);
    return 1;
  });
}

function update(body: Document, call: Call): Document {
  const { store, namespace } = call;
  const collection = store.create(namespace);
  const upserted: Document[] = [];
  let nModified = 0;
  const counts = runEach(body, 'updates', (write, index) => {
    checkFields(write, 'q u upsert multi');
    const { q: filter, u: changes, upsert, multi } = write;
    checkUpdate(changes);
    const matchingDocuments = search(call, { filter, limit: multi ? 0 : 1 });
    for (const document of matchingDocuments) {
      const after = applyUpdate(document, changes as Document);
      if (after === document) continue;
      collection.replace(after);
      nModified += 1;
    }
    if (matchingDocuments.length > 0 || !upsert) return matchingDocuments.length;
    const made = applyUpdate(startOfUpsert(filter), changes as Document);
    collection.insert(made);
    upserted.push({ index, _id: made._id });
    return 1;
  });
  return { ...counts, nModified, ...(upserted.length > 0 && { upserted }) };
}

function findAndModify(body: Document, call: Call): Document {
  const { query: filter, sort, update: changes, new: isAfter, upsert, remove: isRemoved } = body;
  if (upsert) throw refuse('findAndModify with upsert');
  if (isRemoved && (changes || isAfter)) {
    throw new CommandError(9, 'Cannot specify both an update and remove=true');
  }
  if (!isRemoved) checkUpdate(changes);
  const [before] = search(call, { filter, sort, limit: 1 });
  const lastErrorObject = { n: before ? 1 : 0, ...(!isRemoved && { updatedExisting: !!before }) };
  if (!before) return { lastErrorObject, value: null };
  const collection = call.store.create(call.namespace);
  if (isRemoved) {
    collection.remove([before]);
    return { lastErrorObject, value: before };
  }
  const after = applyUpdate(before, changes as Document);
  if (after !== before) collection.replace(after);
  return { lastErrorObject, value: isAfter ? after : before };
}

function startOfUpsert(filter: unknown): Document {
  const { _id, ...others } = asDocument(filter);
  const isId = typeof _id === 'string' || _id instanceof ObjectId;
  if (isId && Object.keys(others).length === 0) return { _id };
  throw refuse('upserts without an _id in the filter; it creates no ObjectIds');
}

function remove(body: Document, call: Call): Document {
  return runEach(body, 'deletes', (write) => {
    checkFields(write, 'q limit');
    const matchingDocuments = search(call, { filter: write.q, limit: write.limit });
    call.store.collections.get(call.namespace)?.remove(matchingDocuments);
    return matchingDocuments.length;
  });
}
