import type { Database } from './connection.ts';
import type { StoredEnquiry } from './enquiries.ts';
import { lastingParts } from './notifications.ts';
import { searchWordsOf } from './search.ts';
import type { Handling, Note, NotificationState, SubmissionStatus } from './submission-model.ts';
import { addMonths, quarantineEnd } from './submissions.ts';

type Stored = Pick<Database, 'submissions'>;

interface Change {
  handling?: Partial<Handling>;
  set?: Record<string, unknown>;
  unset?: readonly string[];
  /** What must still be so, besides the status and the version. */
  guard?: Record<string, unknown>;
}

/** Changes an enquiry. Null if somebody has changed it since it was read. */
export function changeEnquiry(
  { submissions }: Stored,
  seen: StoredEnquiry,
  { handling = {}, set = {}, unset = [], guard = {} }: Change,
): Promise<StoredEnquiry | null> {
  const { _id, status, changedAt } = seen;
  const next = { ...seen.handling, ...handling };
  const fields = (Object.keys(next) as (keyof Handling)[]).filter(
    (name) => next[name] !== seen.handling[name],
  );
  const hasOtherWords = fields.includes('tags') || fields.includes('replies');
  return submissions
    .findOneAndUpdate(
      {
        _id,
        status,
        'handling.version': seen.handling.version,
        // A note changes no version, but has words too.
        ...(hasOtherWords && { changedAt }),
        ...guard,
      },
      {
        $set: {
          ...Object.fromEntries(fields.map((name) => [`handling.${name}`, next[name]])),
          ...set,
          ...(hasOtherWords && { words: searchWordsOf({ ...seen, handling: next }) }),
          changedAt: after(seen),
        },
        ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((name) => [name, ''])) }),
        $inc: { 'handling.version': 1 },
      },
      { returnDocument: 'after', runValidators: true },
    )
    .select(everyField)
    .lean<StoredEnquiry>()
    .exec();
}

/** The embedded MongoDB cannot leave a field out of what an update answers. */
const everyField = '+words +notifyOwner';

/** Adds a note, whatever else has changed. Null if there is no such enquiry. */
export async function addNote(
  { submissions }: Stored,
  _id: string,
  note: Note,
): Promise<StoredEnquiry | null> {
  for (;;) {
    const seen = await submissions.findById(_id).lean<StoredEnquiry>();
    if (!seen) return null;
    const notes = [...seen.handling.notes, note];
    const words = searchWordsOf({ ...seen, handling: { ...seen.handling, notes } });
    const { matchedCount } = await submissions.updateOne(
      { _id, changedAt: seen.changedAt },
      { $set: { changedAt: after(seen), words }, $push: { 'handling.notes': note } },
    );
    if (matchedCount > 0) return seen;
  }
}

/** The time of a change, which differs from that of the one before. */
function after({ changedAt }: StoredEnquiry): Date {
  return new Date(Math.max(Date.now(), changedAt.getTime() + 1));
}

export interface Judgement {
  status: SubmissionStatus;
  marked: boolean;
}

/** Null if the enquiry or an email has changed. The caller queues emails that become pending. */
export function storeJudgement(
  database: Stored,
  seen: StoredEnquiry,
  { status, marked }: Judgement,
  retentionMonths: number,
): Promise<StoredEnquiry | null> {
  const isSpam = status === 'quarantined';
  const now = new Date();
  const set: Record<string, unknown> = {
    status,
    ...(marked && { marked }),
    expiresAt: isSpam ? quarantineEnd(now) : addMonths(seen.storedAt, retentionMonths),
    // The digest need not report what staff have marked.
    ...(isSpam && { reportedAt: now }),
  };
  const guard: Record<string, unknown> = {};
  for (const [kind, state] of Object.entries(seen.notifications)) {
    const next = judged(kind, state, { isSpam, marked });
    if (!next) continue;
    set[`notifications.${kind}`] = { ...next, updatedAt: now, ...lastingParts(state) };
    guard[`notifications.${kind}.status`] = state.status;
  }
  return changeEnquiry(database, seen, { set, unset: marked ? [] : ['marked'], guard });
}

/** Why an email was withheld as spam; older records have no reason. */
const spamReasons: readonly (string | undefined)[] = [undefined, 'spam', 'possible spam'];

/** The next status of an email after a judgement; undefined if it stays as it is. */
function judged(
  kind: string,
  { status, reason }: NotificationState,
  { isSpam, marked }: { isSpam: boolean; marked: boolean },
): Pick<NotificationState, 'status' | 'reason'> | undefined {
  const isOfSpam = status === 'withheld' && spamReasons.includes(reason);
  if (status !== 'pending' && !isOfSpam) return undefined;
  if (isSpam) return status === 'pending' ? { status: 'withheld', reason: 'spam' } : undefined;
  if (marked && kind === 'acknowledgement') return { status: 'withheld', reason: 'possible spam' };
  return status === 'pending' ? undefined : { status: 'pending' };
}

/** Returns the follow-ups of today and earlier to their assignees' lists. They keep their day. */
export async function returnFollowUps({ submissions }: Stored, today: string): Promise<number> {
  const { modifiedCount } = await submissions.updateMany(
    { 'handling.state': 'waiting', 'handling.followUp': { $gt: '', $lte: today } },
    {
      $set: { 'handling.state': 'open', changedAt: new Date() },
      $inc: { 'handling.version': 1 },
    },
  );
  return modifiedCount;
}
