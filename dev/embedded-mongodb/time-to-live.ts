import type { Collection } from './collection.ts';
import type { Store } from './store.ts';

/** Deletes the documents whose time is over, by every TTL index of every collection. */
export async function deleteExpired(store: Store): Promise<void> {
  for (const collection of await store.all()) {
    if (!collection.indexes.some(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)) {
      continue;
    }
    await collection.exclusively(() => deleteExpiredFrom(collection));
  }
}

async function deleteExpiredFrom(collection: Collection): Promise<void> {
  for (const { key, expireAfterSeconds } of collection.indexes) {
    const [field] = Object.keys(key);
    if (expireAfterSeconds === undefined || field === undefined) continue;
    const $lte = new Date(Date.now() - expireAfterSeconds * 1000);
    const expired = await collection.find({ [field]: { $lte } });
    if (expired.length > 0) await collection.remove(expired.map(({ _id }) => _id));
  }
}
