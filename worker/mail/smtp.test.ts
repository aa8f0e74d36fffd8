import { expect, it } from 'vitest';

import { isRefusal } from './smtp.ts';

const reply = (command: string, response: string) => ({
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
});

it.each([
  '550 No such user',
  '550 5.1.1 No such user',
  '553 5.1.3 Bad address',
  '554 5.6.0 Content',
  '556 5.1.10 No mail',
])('refuses for good because of the recipient: %s', (response) => {
  expect(isRefusal(reply('RCPT TO', response))).toBe(true);
});

it.each([
  '450 Mailbox busy',
  '451 4.7.1 Greylisted',
  '550 5.7.1 Relaying denied',
  '550 5.5.1 Bad sequence',
  '552 5.2.2 Mailbox full',
  '552 Mailbox full',
  '550 4.2.0 Later',
  '553 5.1.8 Bad sender',
])('means nothing for the recipient: %s', (response) => {
  expect(isRefusal(reply('RCPT TO', response))).toBe(false);
});

it('takes no refusal of the login, the sender or by policy for one of the recipient', () => {
  expect(isRefusal(reply('AUTH PLAIN', '535 5.7.8 Wrong password'))).toBe(false);
  expect(isRefusal(reply('MAIL FROM', '550 5.1.0 Unknown sender'))).toBe(false);
  expect(isRefusal(reply('DATA', '550 Not this one'))).toBe(false);
  expect(isRefusal(reply('DATA', '554 Transaction failed'))).toBe(true);
});

it('refuses an email for good only if each of its recipients is refused for good', () => {
  const [gone, full] = [reply('RCPT TO', '550 5.1.1 Gone'), reply('RCPT TO', '452 4.2.2 Full')];
  expect(isRefusal({ rejectedErrors: [gone, gone] })).toBe(true);
  expect(isRefusal({ rejectedErrors: [gone, full] })).toBe(false);
});
