import { contactFieldNames } from '../contract/contact-fields.ts';
import { referencesIn } from '../contract/reference.ts';
import type { ContactSubmission } from './submission-model.ts';

type Searched = Pick<ContactSubmission, 'reference' | 'handling' | 'reach' | 'source'> &
  Partial<Record<(typeof contactFieldNames)[number], string | undefined>>;

/** Converts a text to lower case, and removes accents and apostrophes. */
function plainOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase();
}

/** Only this many characters of a word are stored and compared. */
const maxLength = 40;

/** A Chinese character is a word of its own, because Chinese has no spaces between words. */
const word = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{So}])+/gu;

function wordsIn(plain: string): string[] {
  return (plain.match(word) ?? []).map((each) => each.slice(0, maxLength));
}

/** At least six digits, with or without the spaces and signs of a phone number. */
const number = /\d(?:[\s().+/-]*\d){5,}/g;

/** Finds phone numbers. Returns their digits, with 0 in place of South Africa's country code. */
function numbersIn(plain: string): string[] {
  const found = plain.match(number) ?? [];
  return found.map((each) => {
    return each
      .replace(/\D/g, '')
      .replace(/^(?:00)?27(?=\d{9}$)/, '0')
      .slice(0, maxLength);
  });
}

/** The words a submission can be found by: those of its fields, tags, notes and replies. */
export function searchWordsOf(submission: Searched): string[] {
  const { notes = [], replies = [], tags = [] } = submission.handling ?? {};
  const texts = [
    submission.reference,
    ...contactFieldNames.map((name) => submission[name] ?? ''),
    submission.reach ?? '',
    submission.source ?? '',
    ...[...notes, ...replies].map(({ text }) => text),
    ...tags,
  ].map(plainOf);
  return [...new Set(texts.flatMap((text) => [...wordsIn(text), ...numbersIn(text)]))];
}

/**
 * The conditions of a search: at least one of them has to match. The beginnings of words are
 * enough, in any order.
 */
export function conditionsOfText(text: string): object[] {
  const plain = plainOf(text);
  const numbers = numbersIn(plain);
  const searches = [
    wordsIn(plain),
    ...(numbers.length > 0 ? [[...wordsIn(plain.replace(number, ' ')), ...numbers]] : []),
  ];
  return [
    ...searches
      .filter((words) => words.length > 0)
      .map((words) => ({ $and: words.map((each) => ({ words: new RegExp(`^${each}`) })) })),
    // If the text has no words, this is the only condition, and it matches nothing.
    { reference: { $in: referencesIn(text) } },
  ];
}

/** Whether a name has all words of a text, in any order. The beginnings of words are enough. */
export function isNamed(
  { firstName, lastName }: Pick<ContactSubmission, 'firstName' | 'lastName'>,
  text: string,
): boolean {
  const names = wordsIn(plainOf(`${firstName} ${lastName}`));
  const wanted = wordsIn(plainOf(text));
  return wanted.length > 0 && wanted.every((each) => names.some((name) => name.startsWith(each)));
}

/**
 * The condition for an email address, ignoring capitals. The words of the address are looked up in
 * an index; with the pattern alone, MongoDB would have to read every enquiry.
 */
export function conditionOfEmail(email: string): object {
  // An address with non-ASCII characters is found without the index, because the stored
  // words and the pattern may treat its capitals differently.
  const words = /^[ -~]*$/.test(email) ? wordsIn(plainOf(email)) : [];
  const address = { email: new RegExp(`^${escapeRegExp(email)}$`, 'i') };
  return { $and: [...words.map((each) => ({ words: each })), address] };
}

type Sender = Pick<ContactSubmission, 'firstName' | 'lastName' | 'organisation'>;

/**
 * Whether two enquiries have the same name and organisation, ignoring capitals, accents and
 * punctuation.
 */
export function isSameSender(one: Sender, other: Sender): boolean {
  const wordsOf = ({ firstName, lastName, organisation }: Sender) =>
    [`${firstName} ${lastName}`, organisation].map((text) => wordsIn(plainOf(text)).join(' '));
  return wordsOf(one).join('\n') === wordsOf(other).join('\n');
}

/** Escapes a text for use in a pattern. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
