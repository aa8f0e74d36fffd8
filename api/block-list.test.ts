import { expect, it } from 'vitest';

import { isHidingReason } from '#contract/screening.ts';
import { createEnquiry, type Enquiry } from '#support/enquiry.ts';
import { findBlocked } from './block-list.ts';

const reasonsFor = (form: Partial<Enquiry>, ...entries: string[]) =>
  findBlocked(createEnquiry(form), entries);

it('matches a whole email address, in every spelling of its mailbox', () => {
  const entry = 'sales@junk.example';
  expect(reasonsFor({ email: 'Sales@junk.example' }, entry)).toEqual([
    'comes from the blocked address sales@junk.example',
  ]);
  expect(reasonsFor({ email: 'sales+7@junk.example' }, entry)).toHaveLength(1);
  expect(reasonsFor({ email: 'j.unk@gmail.com' }, 'junk@gmail.com')).toHaveLength(1);
  expect(reasonsFor({ email: 'support@junk.example' }, entry)).toEqual([]);
  expect(reasonsFor({ email: 'other@gmail.com' }, 'junk@gmail.com')).toEqual([]);
});

it('matches a domain of the sender or in the text, with its subdomains', () => {
  expect(reasonsFor({ email: 'a@mail.junk.example' }, 'junk.example')).toEqual([
    'comes from the blocked domain junk.example',
  ]);
  for (const message of [
    'See https://www.junk.example/offer?x=1',
    'See JUNK.example.',
    'Write to me@shop.junk.example, please',
  ]) {
    expect(reasonsFor({ message }, 'junk.example')).toEqual([
      'mentions the blocked domain junk.example',
    ]);
  }
  expect(
    reasonsFor({ message: 'See notjunk.example and junk.example.org' }, 'junk.example'),
  ).toEqual([]);
  expect(reasonsFor({ message: 'See bücher.example' }, 'xn--bcher-kva.example')).toHaveLength(1);
});

it('matches phrases as whole words, in any field and any case', () => {
  expect(reasonsFor({ message: 'A GUEST\n post for you' }, 'guest post')).toEqual([
    'contains the blocked phrase “guest post”',
  ]);
  expect(reasonsFor({ organisation: 'Ｇｕｅｓｔ post agency' }, 'Guest post')).toHaveLength(1);
  expect(reasonsFor({ message: 'The guest posted a letter' }, 'guest post')).toEqual([]);
});

it('gives reasons that hide', () => {
  const form = { email: 'a@junk.example', message: 'A guest post on spam.example' };
  const reasons = reasonsFor(form, 'a@junk.example', 'junk.example', 'spam.example', 'guest post');
  expect(reasons).toHaveLength(4);
  expect(reasons.every(isHidingReason)).toBe(true);
});
