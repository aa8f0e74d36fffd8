import { expect, it } from 'vitest';

import { offersOf, readEntry } from './entries.ts';

const ownDomains = ['example.co.za', 'desk.example.co.za'];

it.each([
  ['Casino.Example', 'casino.example'],
  [' https://www.casino.example/win?a=1 ', 'casino.example'],
  [' Max@Casino.example ', 'max@casino.example'],
  ['someone@gmail.com', 'someone@gmail.com'],
  ['mail.casino.example.', 'mail.casino.example'],
  ['Bücher.example', 'xn--bcher-kva.example'],
  ['203.0.113.7', '203.0.113.7'],
  ['win.blogspot.com', 'win.blogspot.com'],
  ['  Guest   POSTING ', 'guest posting'],
  ['ＦＲＥＥ backlinks', 'free backlinks'],
  ['082 555 1234', '082 555 1234'],
])('normalises %j to %j', (text, value) => {
  expect(readEntry(text, ownDomains)).toEqual({ value });
});

it.each([
  ['gmail.com', 'used by many people'],
  ['outlook.com', 'used by many people'],
  ['https://www.linkedin.com/in/someone', 'used by many people'],
  ['co.za', 'used by many people'],
  ['www.example.co.za', 'our own domain'],
  ['mail.example.co.za', 'our own domain'],
  ['a short', 'at least 8 letters'],
  ['!!!!!!!!!!', 'at least 8 letters'],
  ['Kind regards', 'more distinctive'],
  ['we would like to hear from you', 'more distinctive'],
  ['Membership', 'more distinctive'],
])('refuses to block %j: %s', (text, words) => {
  expect(readEntry(text, ownDomains)).toEqual({
    refusal: expect.stringContaining(words) as string,
  });
});

it("offers the sender's address and domain, and the domains in the message", () => {
  const message =
    'See https://www.win.example/a and win.example/b, write to sales@deals.example or ' +
    'max@gmail.com, or see mail.seller.example/c.';
  expect(offersOf({ email: 'Max@Seller.example', message })).toEqual([
    'max@seller.example',
    'seller.example',
    'win.example',
    'deals.example',
    'mail.seller.example',
  ]);
});
