import { mailboxOf, spellingsOf } from '#contract/email-address.ts';
import type { PartialContactForm } from '#contract/contact-fields.ts';
import { referenceOf } from '#contract/reference.ts';
import type { Database } from './connection.ts';
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

export async function findEnquiriesOf(
  { submissions }: Database,
  search: PersonSearch,
): Promise<ContactSubmission[]> {
  const matching = submissions.find(conditionOf(search)).sort({ createdAt: -1 });
  const enquiries = await matching.lean<ContactSubmission[]>().exec();
  return enquiries.filter((enquiry) => isWanted(search, enquiry._id, enquiry));
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
  const candidates = await submissions
    .find({ $and: wordsOfEmail(email) })
    .lean<ContactSubmission[]>()
    .exec();
  return candidates
    .filter((enquiry) => !isWanted({ email }, enquiry._id, enquiry))
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
      $inc: { 'handling.version': 1 },
    },
  );
  return matchedCount > 0;
}

export async function eraseSubmissions(
  { submissions }: Database,
  ids: readonly string[],
): Promise<void> {
  await submissions.deleteMany({ _id: { $in: [...ids] } });
}

/** Asks MongoDB to remove what was erased from its files, which it may refuse. */
export async function compactSubmissions({ submissions }: Database): Promise<void> {
  // The primary of a replica set compacts only with `force`.
  const compact = { compact: submissions.collection.collectionName, force: true };
  await submissions.db.db?.command(compact).catch(() => undefined);
}
