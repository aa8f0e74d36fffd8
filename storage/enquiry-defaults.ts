import type { ReplyTarget } from '../contract/reply-target.ts';
import type { Database } from './connection.ts';
import { searchWordsOf } from './search-words.ts';
import type { ContactSubmission, Handling, Note } from './submission-model.ts';
import { defaultsFor } from './submissions.ts';

/** Enquiries of the last release, which stores no defaults and links enquiries in `linked`. */
const incomplete = {
  $or: [{ 'handling.state': null }, { changedAt: null }, { 'handling.linked': { $gt: '' } }],
};
/** A larger update would block the embedded MongoDB for seconds. */
const batchSize = 100;

/**
 * Stores the defaults of enquiries that the last release stored, and turns their links into notes.
 * Idempotent. The desk runs it at the start and every hour, because workers and desks of the last
 * release may run beside it.
 *
 * @returns the number of enquiries that were completed.
 */
export async function storeDefaults(
  { submissions }: Database,
  replyTarget: ReplyTarget | undefined,
): Promise<number> {
  let completed = 0;
  for (;;) {
    const found = await submissions.find(incomplete).limit(batchSize).lean<LastRelease[]>().exec();
    if (found.length === 0) return completed;
    const { modifiedCount } = await submissions.bulkWrite(
      found.map((enquiry) => completion(enquiry, replyTarget)),
      { ordered: false, strict: false },
    );
    // The rest are being changed by others, and are completed the next time.
    if (modifiedCount === 0) return completed;
    completed += modifiedCount;
  }
}

type LastRelease = Omit<ContactSubmission, 'handling'> & {
  handling?: Partial<Handling> & { linked?: string[] };
};

function completion(enquiry: LastRelease, replyTarget: ReplyTarget | undefined) {
  const { _id, createdAt, storedAt, handling = {} } = enquiry;
  const defaults = defaultsFor(createdAt, replyTarget, storedAt);
  const missing = Object.entries(defaults.handling).filter(
    ([name]) => handling[name as keyof typeof handling] === undefined,
  );
  const note = noteOfLinks(enquiry);
  const notes = [...(handling.notes ?? []), ...(note ? [note] : [])];
  return {
    updateOne: {
      filter: { _id, 'handling.version': handling.version ?? null },
      update: {
        $set: {
          dueOn: defaults.dueOn,
          changedAt: enquiry.changedAt ?? defaults.changedAt,
          ...Object.fromEntries(missing.map(([name, value]) => [`handling.${name}`, value])),
          ...(note && {
            'handling.notes': notes,
            words: searchWordsOf({ ...enquiry, handling: { ...handling, notes } }),
          }),
        },
        $unset: { undo: '', 'handling.linked': '' },
      },
    },
  };
}

/** The author of notes that an upgrade writes; no account can have this name. */
export const upgradeAuthor = 'upgrade:links';

function noteOfLinks({ _id: id, handling, storedAt: at }: LastRelease): Note | undefined {
  const { linked = [] } = handling ?? {};
  if (linked.length === 0) return undefined;
  return { id, by: upgradeAuthor, at, text: `Linked to ${linked.join(', ')}.` };
}
