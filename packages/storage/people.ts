import { mailboxOf, spellingsOf } from '#contract/email-address.ts';
import type { PartialContactForm } from '#contract/contact-fields.ts';
import { referenceOf } from '#contract/reference.ts';
import type { Database } from './connection.ts';
import { listDeleted } from './deleted-submissions.ts';
import type { StoredEnquiry } from './enquiries.ts';
import {
  conditionOfEmail,
  conditionsOfText,
  isNamed,
  searchWordsOf,
  wordsOfEmail,
} from './search.ts';
import type { ContactSubmission } from './submission-model.ts';

/** Whose enquiries are wanted, or which. An email address means all its spellings. */
export type PersonSearch =
  | { email: string }
  | { ids: readonly string[] }
  | { reference: string }
  | { name: string };

/** Whether a search looks for an enquiry, wherever it is stored. */
export function isWanted(search: PersonSearch, id: string, form: PartialContactForm): boolean {
  const { email = '', firstName = '', lastName = '' } = form;
  if ('email' in search) return mailboxOf(email) === mailboxOf(search.email);
  if ('ids' in search) return search.ids.includes(id);
  if ('reference' in search) return referenceOf(id) === search.reference;
  return isNamed({ firstName, lastName }, search.name);
}

/** Finds enquiries, newest first; also spam that staff deleted with the last release. */
export async function findEnquiriesOf(
  database: Database,
  search: PersonSearch,
): Promise<ContactSubmission[]> {
  const found = [
    ...(await listDeleted(database)),
    ...(await database.submissions.find(conditionOf(search)).lean<ContactSubmission[]>().exec()),
  ].filter((one) => isWanted(search, one._id, one));
  // If a deletion was interrupted, the enquiry and its copy both exist.
  return [...new Map(found.map((one) => [one._id, one])).values()].sort(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
  );
}

function conditionOf(search: PersonSearch): object {
  if ('email' in search) return conditionOfEmail(search.email);
  if ('ids' in search) return { _id: { $in: [...search.ids] } };
  return 'name' in search ? { $or: conditionsOfText(search.name) } : search;
}

/** Whether a text contains an email address in any spelling, and not within a longer address. */
export function mentionsAddress(text: string, email: string): boolean {
  // Other characters, such as a quotation mark, can begin an address but usually only precede it.
  const within = `(?<![\\w.+&#$^~-])${spellingsOf(email)}(?![\\w-]|\\.\\w)`;
  return new RegExp(within, 'i').test(text);
}

/** The references of other people's enquiries that mention an email address. */
export async function findMentions({ submissions }: Database, email: string): Promise<string[]> {
  const found = await submissions
    .find({ $and: wordsOfEmail(email) })
    .lean<ContactSubmission[]>()
    .exec();
  return found
    .filter((one) => !isWanted({ email }, one._id, one))
    .filter(({ message, source = '', reach = '', handling = {} }) => {
      const texts = [...(handling.notes ?? []), ...(handling.replies ?? [])].map(
        ({ text }) => text,
      );
      return mentionsAddress([message, source, reach, ...texts].join('\n'), email);
    })
    .map(({ reference }) => reference);
}

/** Corrects an enquiry for the person. Returns false if it has changed since it was read. */
export async function storeCorrection(
  { submissions }: Pick<Database, 'submissions'>,
  seen: StoredEnquiry,
  correction: Partial<Record<keyof PartialContactForm | 'reach' | 'source', string>>,
): Promise<boolean> {
  const { matchedCount } = await submissions.updateOne(
    { _id: seen._id, 'handling.version': seen.handling.version },
    {
      $set: {
        ...correction,
        changedAt: new Date(),
        words: searchWordsOf({ ...seen, ...correction }),
      },
      // A desk of the last release must not undo a change that it has not seen.
      $unset: { undo: '' },
      $inc: { 'handling.version': 1 },
    },
  );
  return matchedCount > 0;
}

/** Permanently deletes submissions. */
export async function eraseSubmissions(
  { submissions, deleted }: Database,
  ids: readonly string[],
): Promise<void> {
  for (const model of [submissions, deleted]) await model.deleteMany({ _id: { $in: [...ids] } });
}

/** Asks MongoDB to remove what was erased from its files, which it may refuse. */
export async function compactSubmissions({ submissions, deleted }: Database): Promise<void> {
  for (const { collectionName } of [submissions.collection, deleted.collection]) {
    // The primary of a replica set compacts only with `force`.
    const compact = { compact: collectionName, force: true };
    await submissions.db.db?.command(compact).catch(() => undefined);
  }
}
