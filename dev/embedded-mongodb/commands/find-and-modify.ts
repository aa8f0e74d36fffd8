import type { Collection } from '../collection.ts';
import { CommandError, type Document } from '../refusals.ts';
import { applyUpdate, upsertedDocument } from '../update-document.ts';
import { asDocument } from '../values.ts';
import { created, type Command, type Context } from './command.ts';
import { project } from './find.ts';
import { asUpdate } from './update.ts';

async function findAndModify(body: Document, context: Context): Promise<Document> {
  if ((body.remove === true) === (body.update !== undefined)) {
    throw new CommandError(9, 'findAndModify needs either an update or remove: true.');
  }
  const collection = await created(body, context);
  return collection.exclusively(() => modify(collection, body));
}

async function modify(collection: Collection, body: Document): Promise<Document> {
  const filter = asDocument(body.query ?? {}, 'query');
  const sort = asDocument(body.sort ?? {}, 'sort');
  const [found] = await collection.find(filter, { sort, limit: 1 });
  const value = (document: Document | null) => {
    const [kept = null] = document
      ? project([document], asDocument(body.fields ?? {}, 'fields'))
      : [];
    return kept;
  };
  if (body.remove === true) {
    if (found) await collection.remove([found._id]);
    return { lastErrorObject: { n: found ? 1 : 0 }, value: value(found ?? null) };
  }
  const changes = asUpdate(body.update);
  if (found) {
    const { changed, result } = applyUpdate(found, changes);
    if (changed) await collection.replace(result);
    const lastErrorObject = { n: 1, updatedExisting: true };
    return { lastErrorObject, value: value(body.new === true ? result : found) };
  }
  if (body.upsert !== true) {
    return { lastErrorObject: { n: 0, updatedExisting: false }, value: null };
  }
  const inserted = upsertedDocument(filter, changes);
  await collection.insert([inserted]);
  const lastErrorObject = { n: 1, updatedExisting: false, upserted: inserted._id };
  return { lastErrorObject, value: value(body.new === true ? inserted : null) };
}

const command: Command = {
  options: ['query', 'sort', 'update', 'remove', 'new', 'upsert', 'fields'],
  run: findAndModify,
};

/** Changing or deleting one document and returning it. */
export const findAndModifyCommands = { findAndModify: command, findandmodify: command };
