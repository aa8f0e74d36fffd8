import { contactFieldNames } from '#contract/contact-fields.ts';
import { mailboxOf, spellingsOf } from '#contract/email-address.ts';
import { referencesIn } from '#contract/read-reference.ts';
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

const maxWordLength = 40;

/** A Chinese character is a word of its own, because Chinese has no spaces between words. */
const word = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{So}])+/gu;

function wordsIn(plain: string): string[] {
  return (plain.match(word) ?? []).map((text) => text.slice(0, maxWordLength));
}

/** At least six digits, with or without the spaces and signs of a phone number. */
const number = /\d(?:[\s().+/-]*\d){5,}/g;

/** The digits of phone numbers, with 0 in place of South Africa's country code. */
function numbersIn(plain: string): string[] {
  return (plain.match(number) ?? []).map((digits) =>
    digits
      .replace(/\D/g, '')
      .replace(/^(?:00)?27(?=\d{9}$)/, '0')
      .slice(0, maxWordLength),
  );
}

/** The words a submission can be found by: those of its fields, tags, notes and replies. */
export function searchWordsOf(submission: Searched): string[] {
  const { reference, reach = '', source = '', handling } = submission;
  const { notes = [], replies = [], tags = [] } = handling ?? {};
  const texts = [
    ...[reference, reach, source],
    ...contactFieldNames.map((name) => submission[name] ?? ''),
    ...[...notes, ...replies].map(({ text }) => text),
    ...tags,
  ].map(plainOf);
  return [...new Set(texts.flatMap((text) => [...wordsIn(text), ...numbersIn(text)]))];
}

/** At least one condition has to match. The beginnings of words are enough, in any order. */
export function conditionsOfText(text: string): object[] {
  const plain = plainOf(text);
  const numbers = numbersIn(plain);
  const searches = [
    wordsIn(plain),
    numbers.length > 0 ? [...wordsIn(plain.replace(number, ' ')), ...numbers] : [],
  ];
  return [
    ...searches
      .filter((words) => words.length > 0)
      .map((words) => ({ $and: words.map((part) => ({ words: new RegExp(`^${part}`) })) })),
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
  return wanted.length > 0 && wanted.every((part) => names.some((name) => name.startsWith(part)));
}

/** Matches every spelling. The words use an index; the pattern alone would read every enquiry. */
export function conditionOfEmail(email: string): object {
  return { $and: [...wordsOfEmail(email), { email: new RegExp(`^${spellingsOf(email)}$`, 'i') }] };
}

/** The conditions that every enquiry with an email address in one of its fields meets. */
export function wordsOfEmail(email: string): object[] {
  const mailbox = mailboxOf(email);
  // Dots can divide the name of a Gmail address into any words.
  if (mailbox.endsWith('@gmail.com')) return [{ words: { $in: ['gmail', 'googlemail'] } }];
  return wordsIn(plainOf(mailbox)).map((words) => ({ words }));
}

type Sender = Pick<ContactSubmission, 'firstName' | 'lastName' | 'organisation' | 'email'>;

function senderOf({ firstName, lastName, organisation }: Sender): string[][] {
  return [`${firstName} ${lastName}`, organisation].map((text) => wordsIn(plainOf(text)));
}

/** The condition that every enquiry with the same name and organisation meets; none without words. */
export function conditionsOfSender(sender: Sender): object[] {
  const wanted = senderOf(sender).flat();
  return wanted.length > 0 ? [{ $and: wanted.map((words) => ({ words })) }] : [];
}

/** Whether two enquiries have the same mailbox, or the same name and organisation. */
export function isSameSender(sender: Sender, other: Sender): boolean {
  const isSameMailbox = sender.email !== '' && mailboxOf(sender.email) === mailboxOf(other.email);
  return isSameMailbox || JSON.stringify(senderOf(sender)) === JSON.stringify(senderOf(other));
}
