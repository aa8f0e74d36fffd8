import { contactFieldNames } from '../contract/contact-fields.ts';
import type { ContactSubmission } from './submission-model.ts';

type Searched = Pick<ContactSubmission, 'reference' | 'handling' | 'reach' | 'source'> &
  Partial<Record<(typeof contactFieldNames)[number], string | undefined>>;

/** Converts a text to lower case, and removes accents and apostrophes. */
export function plainOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase();
}

/** Only this many characters of a word are stored and compared. */
const maxLength = 40;

/** A Chinese character is a word of its own, because Chinese has no spaces between words. */
const word = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{So}])+/gu;

export function wordsIn(plain: string): string[] {
  return (plain.match(word) ?? []).map((each) => each.slice(0, maxLength));
}

/** At least six digits, with or without the spaces and signs of a phone number. */
export const number = /\d(?:[\s().+/-]*\d){5,}/g;

/** Finds phone numbers. Returns their digits, with 0 in place of South Africa's country code. */
export function numbersIn(plain: string): string[] {
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
