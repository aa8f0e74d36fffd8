import { referencesIn } from '../contract/read-reference.ts';
import { number, numbersIn, plainOf, wordsIn } from './search-words.ts';
import type { ContactSubmission } from './submission-model.ts';

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
