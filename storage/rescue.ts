import { isHidingReason } from '../contract/screening.ts';
import type { Database } from './connection.ts';
import { rescuedReason } from './deliveries.ts';
import type { ContactSubmission } from './submission-model.ts';
import { addMonths } from './submissions.ts';

type Stored = Pick<Database, 'submissions' | 'audit'>;

/** Records that the upgrade has run on this database. */
interface Rescue {
  _id: 'rescued-spam';
  doneAt: Date;
}

function settingsOf({ submissions }: Pick<Database, 'submissions'>) {
  return submissions.db.collection<Rescue>('settings');
}

/**
 * Brings back, once per database, what an earlier release hid by guesses: as possible spam in New,
 * kept as long as other enquiries. What a person has judged stays spam, and so does what has a
 * filled-in hidden field or matches the block list. Repeatable after an interruption.
 */
export async function rescueHiddenByGuesses(
  database: Stored,
  retentionMonths: number,
): Promise<void> {
  const settings = settingsOf(database);
  if (await settings.findOne({ _id: 'rescued-spam' })) return;
  const { submissions } = database;
  const hidden = await submissions
    .find({ status: 'quarantined', canary: { $ne: true } })
    .select({ storedAt: 1, screening: 1, notifications: 1 })
    .lean<ContactSubmission[]>()
    .exec();
  for (const submission of hidden) {
    const { _id, storedAt, screening, notifications } = submission;
    const reasons = screening?.reasons ?? [];
    const isGuess = reasons.length > 0 && !reasons.some(isHidingReason);
    if (!isGuess || notifications.staff?.sentAt || notifications.staff?.status === 'sent') continue;
    const actions = ['enquiry.spam'];
    const judged = await database.audit.read({ ids: [_id], actions, limit: 1 });
    if (judged.length > 0) continue;
    const updatedAt = new Date();
    await submissions.updateOne(
      { _id, status: 'quarantined' },
      {
        $set: {
          status: 'accepted',
          marked: true,
          expiresAt: addMonths(storedAt, retentionMonths),
          'notifications.staff': { status: 'withheld', updatedAt, reason: rescuedReason },
          'notifications.acknowledgement': {
            status: 'withheld',
            updatedAt,
            reason: 'possible spam',
          },
        },
        $unset: { reportedAt: '', undo: '' },
      },
    );
  }
  const done = { $set: { doneAt: new Date() } };
  await settings.updateOne({ _id: 'rescued-spam' }, done, { upsert: true });
}
