import type { ReplyTarget } from '#contract/reply-target.ts';
import { isHidingReason } from '#contract/screening.ts';
import type { Database } from './connection.ts';
import { rescuedReason } from './notifications.ts';
import { searchWordsOf } from './search.ts';
import type { ContactSubmission } from './submission-model.ts';
import { addMonths, defaultsFor } from './submissions.ts';

interface Settings {
  replyTarget: ReplyTarget | undefined;
  retentionMonths: number;
}

/**
 * Converts what the last release stored, and returns how many enquiries changed. Each process of
 * the desk repeats it, because processes of the last release may run beside it.
 */
export async function migrate(database: Database, settings: Settings): Promise<number> {
  await database.submissions.deleteMany({ canary: true });
  // Spam that staff deleted, which the last release kept for 14 days to restore it.
  await database.collection('deletedsubmissions').deleteMany({});
  const rescued = await rescueHiddenByGuesses(database, settings.retentionMonths);
  return rescued + (await completeEnquiries(database, settings.replyTarget));
}

/** A larger update would block the embedded MongoDB for seconds. */
const batchSize = 100;
const incomplete = [
  { 'handling.state': null },
  { changedAt: null },
  { 'handling.linked': { $gt: '' } },
];

/** Stores the defaults of enquiries that lack them, and turns links between enquiries into notes. */
export async function completeEnquiries(
  { submissions }: Pick<Database, 'submissions'>,
  replyTarget: ReplyTarget | undefined,
): Promise<number> {
  let completed = 0;
  for (const condition of incomplete) {
    for (;;) {
      const enquiries = await submissions
        .find(condition)
        .limit(batchSize)
        .lean<ContactSubmission[]>();
      const updates = enquiries.map((enquiry) => completion(enquiry, replyTarget));
      const { modifiedCount } = await submissions.bulkWrite(updates, { ordered: false });
      // The others have just changed, and are completed the next time.
      if (modifiedCount === 0) break;
      completed += modifiedCount;
    }
  }
  return completed;
}

/** The author of notes that an upgrade writes; no account can have this name. */
export const upgradeAuthor = 'upgrade:links';

function completion(enquiry: ContactSubmission, replyTarget: ReplyTarget | undefined) {
  const { _id, createdAt, storedAt, changedAt, dueOn, handling = {} } = enquiry;
  const defaults = defaultsFor(createdAt, replyTarget, storedAt);
  const { linked = [], ...decided } = handling;
  const links = {
    id: _id,
    by: upgradeAuthor,
    at: storedAt,
    text: `Linked to ${linked.join(', ')}.`,
  };
  const complete = { ...defaults.handling, ...decided };
  if (linked.length > 0) complete.notes = [...complete.notes, links];
  return {
    updateOne: {
      filter: {
        _id,
        'handling.version': handling.version ?? null,
        changedAt: changedAt ?? null,
      },
      update: {
        $set: {
          handling: complete,
          dueOn: dueOn ?? defaults.dueOn,
          changedAt: changedAt ?? defaults.changedAt,
          words: searchWordsOf({ ...enquiry, handling: complete }),
        },
        $unset: { undo: '' },
      },
    },
  };
}

/** Brings back, as possible spam, what an earlier release hid by guesses and nobody has judged. */
async function rescueHiddenByGuesses(
  { submissions, audit }: Database,
  retentionMonths: number,
): Promise<number> {
  const hidden = await submissions
    .find({ status: 'quarantined', 'notifications.staff.status': 'withheld' })
    .lean<ContactSubmission[]>();
  let rescued = 0;
  for (const { _id, storedAt, screening, notifications } of hidden) {
    const reasons = screening?.reasons ?? [];
    const isGuess = reasons.length > 0 && !reasons.some(isHidingReason);
    if (!isGuess || notifications.staff?.sentAt) continue;
    if ((await audit.count({ ids: [_id], action: 'enquiry.spam' })) > 0) continue;
    const updatedAt = new Date();
    const withheld = (reason: string) => ({ status: 'withheld', updatedAt, reason }) as const;
    const { modifiedCount } = await submissions.updateOne(
      { _id, status: 'quarantined' },
      {
        $set: {
          status: 'accepted',
          marked: true,
          expiresAt: addMonths(storedAt, retentionMonths),
          'notifications.staff': withheld(rescuedReason),
          'notifications.acknowledgement': withheld('possible spam'),
        },
        $unset: { reportedAt: '' },
      },
    );
    rescued += modifiedCount;
  }
  return rescued;
}
