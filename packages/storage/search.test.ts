import { expect, it } from 'vitest';

import { createEnquiry } from '#support/enquiry.ts';
import { conditionsOfText, searchWordsOf } from './search.ts';

function finds(search: string, message: string, note = ''): boolean {
  const written = { id: '', by: 'naledi', at: new Date(), text: note };
  const words = searchWordsOf({
    ...createEnquiry({ message }),
    reference: '7F3K-92QD',
    handling: { notes: [written] },
  });
  return conditionsOfText(search).some(
    (condition) =>
      '$and' in condition &&
      (condition.$and as { words: RegExp }[]).every(({ words: pattern }) =>
        words.some((word) => pattern.test(word)),
      ),
  );
}

it.each([
  ['andré', 'ANDRE'],
  ['Zoe', 'Zoë'],
  ['Burger', 'Bu\u0302rger'],
  ['môre', 'Môre'],
  ['oreilly', "O'Reilly"],
  ['O’Reilly', 'OREILLY'],
  ['quote Friday', 'By Friday we need a quotation, no: a quote.'],
  ['durban conv', 'A convention in Durban'],
  ['thandi@example.org', 'Write to thandi@example.org.'],
  ['3.5', 'at 3.5 %'],
  ['Йод', 'йод'],
  ['김', '김민준'],
  ['𝒜', '𝒜'],
  ['小明', '王小明'],
  ['082 555 0143', 'Phone 0825550143'],
  ['0825550143', 'Phone (082) 555-0143'],
  ['+27 82 555 0143', 'Phone 082 555 0143, please'],
  ['082 555 0143 secretariat', 'Our secretariat: +27825550143'],
  ['555 0143', '082 555 0143'],
])('finds %j in %j', (search, message) => {
  expect(finds(search, message)).toBe(true);
});

it('finds words across fields and notes', () => {
  expect(finds('thandiwe voicemail', 'We need help.', 'Left a voicemail.')).toBe(true);
});

it.each([
  ['3.5', '3x5'],
  ['.*', 'anything'],
  ['quote Monday', 'A quote by Friday'],
  ['082 555 0144', '082 555 0143'],
])('does not find %j in %j', (search, message) => {
  expect(finds(search, message)).toBe(false);
});
