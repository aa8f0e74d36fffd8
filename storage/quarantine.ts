import { forEachKind, notificationKinds } from '../contract/notifications.ts';
import type { AuditAction } from './audit-actions.ts';
import type { Database } from './connection.ts';
import { earlierFailures } from './notifications.ts';
import type { ContactSubmission, NotificationState } from './submission-model.ts';
import { addMonths, quarantineDays } from './submissions.ts';

/**
 * Takes a submission out of quarantine: it is kept for as long as any other, and those of its
 * notifications that were never sent are pending. Queueing them is left to the caller, and to the
 * sweeper if that fails.
 *
 * @param seen the submission as it was read.
 * @returns it as it is then; undefined if it was not in quarantine, or has changed meanwhile.
 */
export function releaseSubmission(
  database: Database,
  seen: ContactSubmission,
  retentionMonths: number,
): Promise<ContactSubmission | undefined> {
  return changeStatus(database, seen, {
    set: {
      status: 'released',
      expiresAt: addMonths(seen.storedAt, retentionMonths),
      undo: undoOf(seen),
    },
    notifications: unsentAs('pending', seen),
  });
}

/**
 * Puts a submission into quarantine because staff say that it is spam: none of its notifications
 * leaves any more, and it is deleted as soon as any other that nobody releases.
 *
 * @param seen the submission as it was read.
 * @returns it as it is then; undefined if it was there already, or has changed meanwhile.
 */
export function holdSubmission(
  database: Database,
  seen: ContactSubmission,
): Promise<ContactSubmission | undefined> {
  const now = new Date();
  return changeStatus(database, seen, {
    set: {
      status: 'quarantined',
      expiresAt: new Date(now.getTime() + quarantineDays * 86_400_000),
      // Whoever has done it knows of it.
      toldAt: now,
      undo: undoOf(seen),
    },
    notifications: unsentAs('withheld', seen),
  });
}

/**
 * Puts a submission back as it was before staff last held or released it, but for notifications
 * that have left meanwhile. Queueing what is pending again is left to the caller.
 *
 * @param seen the submission as it was read.
 * @returns it as it is then; undefined if there is nothing to put back, or it has changed meanwhile.
 */
export async function undoStatus(
  database: Database,
  seen: ContactSubmission,
): Promise<ContactSubmission | undefined> {
  if (!seen.undo) return undefined;
  const { notifications = {}, status, expiresAt, toldAt } = seen.undo;
  return changeStatus(database, seen, {
    set: { status, expiresAt, ...(toldAt ? { toldAt } : {}) },
    unset: ['undo', ...(toldAt ? [] : ['toldAt'])],
    notifications,
  });
}

/** What somebody does who has seen the submissions that the record names. */
const looks: readonly AuditAction[] = [
  'list-submissions',
  'show-submission',
  'export-submissions',
  'hold-submission',
];
/** How many submissions are asked for at once, and how many records of them. */
const unseenBatch = { ids: 500, records: 50 };
/** No more are counted: a flood of them must not cost more at each look. */
export const unseenAtMost = 1_000;

/**
 * The submissions in quarantine that nobody has looked at since they came, by the audit trail: how
 * many, up to `unseenAtMost`, and when the oldest came.
 */
export async function findUnseen({
  submissions,
  audit,
}: Database): Promise<{ count: number; oldest: Date | undefined }> {
  const held = submissions
    .find({ canary: { $ne: true }, status: 'quarantined' })
    .sort({ createdAt: 1 })
    .select({ createdAt: 1 })
    .lean<Pick<ContactSubmission, '_id' | 'createdAt'>>()
    .cursor({ batchSize: unseenBatch.ids });
  const seen = new Set<string>();
  let [count, oldest]: [number, Date | undefined] = [0, undefined];
  for await (const batch of inBatches(held, unseenBatch.ids)) {
    let left = batch.map(({ _id }) => _id).filter((id) => !seen.has(id));
    while (left.length > 0) {
      const found = await audit.read({ ids: left, actions: looks, limit: unseenBatch.records });
      for (const { subject } of found) for (const id of subject.ids) seen.add(id);
      if (found.length === 0) break;
      left = left.filter((id) => !seen.has(id));
    }
    count += left.length;
    oldest ??= batch.find(({ _id }) => !seen.has(_id))?.createdAt;
    if (count >= unseenAtMost) break;
  }
  return { count: Math.min(count, unseenAtMost), oldest };
}

async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Deletes submissions that are in quarantine, and no others. Returns how many there were. */
export async function eraseQuarantined(
  { submissions }: Database,
  ids: readonly string[],
): Promise<number> {
  const filter = { _id: { $in: [...ids] }, status: 'quarantined' } as const;
  const { deletedCount } = await submissions.deleteMany(filter);
  return deletedCount;
}

type Notifications = ContactSubmission['notifications'];

function undoOf(seen: ContactSubmission): Required<ContactSubmission>['undo'] {
  const { status, expiresAt, toldAt, notifications } = seen;
  return { status, expiresAt, ...(toldAt ? { toldAt } : {}), notifications: unsent(notifications) };
}

function unsent(notifications: Notifications): Notifications {
  return Object.fromEntries(
    Object.entries(notifications).filter(([, state]) => state.status !== 'sent'),
  );
}

function unsentAs(status: NotificationState['status'], { notifications }: ContactSubmission) {
  const updatedAt = new Date();
  return forEachKind((kind) => ({ status, updatedAt, ...earlierFailures(notifications[kind]) }));
}

interface StatusChange {
  set: Partial<ContactSubmission>;
  unset?: string[];
  /** The new states of those that were not sent. */
  notifications: Notifications;
}

async function changeStatus(
  { submissions }: Database,
  { _id, status, handling, notifications: states }: ContactSubmission,
  { set, unset = [], notifications }: StatusChange,
): Promise<ContactSubmission | undefined> {
  const kinds = notificationKinds.filter((kind) => states[kind]?.status !== 'sent');
  const notSent = kinds.map((kind) => ({ [`notifications.${kind}.status`]: { $ne: 'sent' } }));
  const given = kinds.filter((kind) => notifications[kind]);
  const changed = await submissions
    .findOneAndUpdate(
      { $and: [{ _id, status, 'handling.version': handling?.version ?? null }, ...notSent] },
      {
        $set: {
          ...set,
          ...Object.fromEntries(
            given.map((kind) => [`notifications.${kind}`, notifications[kind]]),
          ),
        },
        ...(unset.length > 0
          ? { $unset: Object.fromEntries(unset.map((name) => [name, ''])) }
          : {}),
        $inc: { 'handling.version': 1 },
      },
      { returnDocument: 'after', runValidators: true },
    )
    .lean<ContactSubmission>()
    .exec();
  return changed ?? undefined;
}
