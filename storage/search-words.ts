import { contactFieldNames } from '../contract/contact-fields.ts';
import { readReference } from '../contract/reference.ts';
import type { ContactSubmission } from './submission-model.ts';

type Searched = Pick<ContactSubmission, 'reference' | 'handling'> &
  Partial<Record<(typeof contactFieldNames)[number], string | undefined>>;

/** Lower case, without accents and apostrophes. */
function plainOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase();
}

/** Characters of a word that count. */
const maxLength = 40;

/** Chinese has no blanks between words. */
const word = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{So}])+/gu;

function wordsIn(plain: string): string[] {
  return (plain.match(word) ?? []).map((each) => each.slice(0, maxLength));
}

/** At least six digits, with or without the spaces and signs of a telephone number. */
const number = /\d(?:[\s().+/-]*\d){5,}/g;

/** Telephone numbers as digits, with 0 in place of the code of South Africa. */
function numbersIn(plain: string): string[] {
  const found = plain.match(number) ?? [];
  return found.map((each) => {
    return each
      .replace(/\D/g, '')
      .replace(/^(?:00)?27(?=\d{9}$)/, '0')
      .slice(0, maxLength);
  });
}

/** What a search finds a submission by: the words of its fields, its notes and its replies. */
export function searchWordsOf(submission: Searched): string[] {
  const { notes = [], replies = [] } = submission.handling ?? {};
  const texts = [
    submission.reference,
    ...contactFieldNames.map((name) => submission[name] ?? ''),
    ...[...notes, ...replies].map(({ text }) => text),
  ].map(plainOf);
  return [...new Set(texts.flatMap((text) => [...wordsIn(text), ...numbersIn(text)]))];
}

/** The conditions of a search: one has to match. Words may be incomplete, in any order. */
export function conditionsOfText(text: string): object[] {
  const plain = plainOf(text);
  const reference = readReference(text);
  const numbers = numbersIn(plain);
  const searches = [
    wordsIn(plain),
    ...(numbers.length > 0 ? [[...wordsIn(plain.replace(number, ' ')), ...numbers]] : []),
  ];
  return [
    ...searches
      .filter((words) => words.length > 0)
      .map((words) => ({ $and: words.map((each) => ({ words: new RegExp(`^${each}`) })) })),
    // Also finds nothing for a search without words.
    { reference: reference ?? '' },
  ];
}

/** Escapes a text for use in a pattern. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
