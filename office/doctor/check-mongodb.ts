import { longDay } from '../../contract/time.ts';
import type { Database } from '../../storage/connection.ts';
import { findFailedWebhooks } from '../../storage/notifications.ts';
import { findUnseen, unseenAtMost } from '../../storage/quarantine.ts';
import { findNextRetention } from '../../storage/retention.ts';
import { countEnquiries } from '../../storage/enquiries.ts';
import { quarantineDays } from '../../storage/submissions.ts';
import {
  critical,
  graded,
  notChecked,
  ok,
  startTimer,
  warning,
  type CheckResult,
  type Product,
} from './finding.ts';
import { runbooks } from './runbooks.ts';

const noSuchCollection = 26;
const noSuchCommand = 59;
/** Limits for the used share of the disk. */
const fullness = { warning: 0.85, critical: 0.95 };
const dayInMilliseconds = 86_400_000;
/** Days within which quarantined enquiries must be reviewed; enough for a long weekend. */
const tooLong = 3;

export async function checkMongodbWrites({ database }: Product): Promise<CheckResult[]> {
  const { submissions } = await database();
  const probe = submissions.db.collection<{ _id: string; at: Date }>('doctor');
  const timer = startTimer();
  const writeConcern = { w: 'majority', j: true, wtimeoutMS: 5_000 } as const;
  const $set = { at: new Date() };
  await probe.updateOne({ _id: 'doctor' }, { $set }, { upsert: true, writeConcern });
  await probe.deleteOne({ _id: 'doctor' });
  return [ok('MongoDB answers, and a majority confirmed a write on disk.', timer())];
}

export async function checkIndexes({ database }: Product): Promise<CheckResult[]> {
  const { submissions } = await database();
  const models: AnyModel[] = Object.values(submissions.db.models);
  return Promise.all(models.filter(({ schema }) => schema.indexes().length > 0).map(compare));
}

type AnyModel = Pick<Database['submissions'], 'collection' | 'schema'>;

async function compare(model: AnyModel): Promise<CheckResult> {
  const name = model.collection.collectionName;
  return { part: name, ...(await compareIndexes(model, name)) };
}

async function compareIndexes(model: AnyModel, name: string): Promise<CheckResult> {
  const remedy = `The worker creates them when it starts: restart it. ${runbooks.mongodbDown}`;
  const found = await model.collection.indexes().catch((error: unknown) => {
    if ((error as { code?: unknown }).code === noSuchCollection) return [];
    throw error;
  });
  if (found.length === 0) return warning(`The collection ${name} does not exist yet.`, remedy);
  const missing = model.schema.indexes().filter(([fields, options]) => {
    const existing = found.find(({ key }) => JSON.stringify(key) === JSON.stringify(fields));
    return existing?.expireAfterSeconds !== options.expireAfterSeconds || !existing;
  });
  if (missing.length === 0) return ok(`${name} has all of its ${found.length} indexes.`);
  const names = missing.map(([fields]) => Object.keys(fields).join('+')).join(', ');
  const expires = missing.some(([, options]) => options.expireAfterSeconds !== undefined);
  const says = `${name} is missing indexes on ${names}.`;
  return expires
    ? critical(
        `${says} Without the index on expiresAt nothing is deleted when its retention period ends.`,
        remedy,
      )
    : warning(says, remedy);
}

/** Checks the disk of MongoDB, if MongoDB reports how full it is. */
export async function checkMongodbDisk({ database }: Product): Promise<CheckResult[]> {
  const { submissions } = await database();
  const stats = (await submissions.db.db?.command({ dbStats: 1 }).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === noSuchCommand) return {};
    throw error;
  })) as { fsUsedSize?: number; fsTotalSize?: number } | undefined;
  const { fsUsedSize = 0, fsTotalSize = 0 } = stats ?? {};
  if (fsTotalSize === 0) return [notChecked('this MongoDB does not report its disk')];
  const used = fsUsedSize / fsTotalSize;
  const says = `${Math.round(100 * (1 - used))}% of MongoDB's disk is free.`;
  return [graded(used, fullness, says, runbooks.diskFull)];
}

/** Checks that staff review quarantined enquiries regularly, because nobody is notified of them. */
export async function checkQuarantine({ database }: Product): Promise<CheckResult[]> {
  const status = 'quarantined';
  const stores = await database();
  const quarantined = await countEnquiries(stores, { status });
  const { count, oldest } = await findUnseen(stores);
  const days = oldest ? (Date.now() - oldest.getTime()) / dayInMilliseconds : 0;
  if (days <= tooLong) return [ok(`Enquiries in quarantine: ${quarantined}.`)];
  const many = count < unseenAtMost ? count : `${count} or more`;
  const says =
    `Some enquiries have been in quarantine for over ${tooLong} days without a review. ` +
    `Not reviewed: ${many} of ${quarantined}. They are deleted after ${quarantineDays} days.`;
  return [warning(says, 'See ‘Enquiries in quarantine’ in docs/operations.md.')];
}

/** Says what a shorter RETENTION_MONTHS will delete, until the worker applies it. */
export async function checkRetention({ database }: Product): Promise<CheckResult[]> {
  const next = await findNextRetention(await database());
  if (!next) return [ok('No shorter retention is waiting to be applied.')];
  const says =
    `RETENTION_MONTHS is now ${next.months}, which applies to stored enquiries on ` +
    `${longDay(next.at)}. Deleted by then: ${next.deletes}.`;
  return [warning(says, 'If that is a mistake, set it back before then and restart the worker.')];
}

/** Checks that the receiver of webhooks has accepted those of the last day. */
export async function checkWebhook({ database }: Product): Promise<CheckResult[]> {
  const since = new Date(Date.now() - dayInMilliseconds);
  const failures = await findFailedWebhooks(await database(), since);
  if (failures.count === 0) return [ok('No webhook has failed in the last day.')];
  const says = `Webhooks were refused for a day and given up (${failures.reason}). Enquiries: ${failures.count}.`;
  return [warning(says, 'See ‘Webhooks’ in docs/operations.md.')];
}
