import type { Database } from './connection.ts';
import { isDuplicate } from './schemas.ts';

interface AlertDocument {
  _id: 'alerts' | 'alerts-leader';
  /** The alert state, as serialised by the enquiries desk. */
  state?: string;
  holder?: string;
  until?: Date;
}

function settingsOf({ submissions }: Database) {
  return submissions.db.collection<AlertDocument>('settings');
}

/** The stored alert state; undefined if none has been stored. */
export async function readAlerts(database: Database): Promise<string | undefined> {
  return (await settingsOf(database).findOne({ _id: 'alerts' }))?.state;
}

export async function keepAlerts(database: Database, state: string): Promise<void> {
  await settingsOf(database).updateOne({ _id: 'alerts' }, { $set: { state } }, { upsert: true });
}

/** Acquires or renews the leader lock for `duration` ms. False if another process leads. */
export async function acquireAlertsLead(
  database: Database,
  holder: string,
  duration: number,
): Promise<boolean> {
  const now = await database.now();
  const settings = settingsOf(database);
  const _id = 'alerts-leader';
  const lead = { holder, until: new Date(now + duration) };
  const { matchedCount } = await settings.updateOne(
    { _id, $or: [{ holder }, { until: { $lt: new Date(now) } }] },
    { $set: lead },
  );
  if (matchedCount === 1) return true;
  try {
    await settings.insertOne({ _id, ...lead });
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
}

/** Releases the leader lock. */
export async function releaseAlertsLead(database: Database, holder: string): Promise<void> {
  await settingsOf(database).deleteOne({ _id: 'alerts-leader', holder });
}
