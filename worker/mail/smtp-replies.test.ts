import { expect, it } from 'vitest';

import { verdictOf } from './smtp-replies.ts';

/** nodemailer's error for a reply such as `550 5.1.1 No such user`. */
function refusal(reply: string, command = 'RCPT TO') {
  const [responseCode] = reply.split(/[ -]/);
  const about = { responseCode: Number(responseCode), response: reply, command };
  return Object.assign(new Error('x'), about);
}

it.each([
  ['550 No such user'],
  ['551 User not local'],
  ['553 Mailbox name not allowed'],
  ['554 No'],
  ['556 The domain accepts no mail'],
  ['501 Bad address'],
  ['550 5.1.1 No such user'],
  ['550-5.1.1 No such\n550 5.1.1 user'],
  ['550 5.1.10 Null MX'],
  ['550 5.2.1 Mailbox disabled'],
  ['550 5.0.0 No'],
  ['554 5.6.0 Content', 'DATA'],
  ['554 No', 'DATA'],
])('fails the email after %s', (reply, command = 'RCPT TO') => {
  expect(verdictOf(refusal(reply, command))).toBe('refused');
});

it.each([
  ['450 Busy'],
  ['552 5.2.2 Mailbox full'],
  ['550 5.2.2 Mailbox full'],
  ['452 4.2.2 Mailbox full'],
  ['552 Exceeded storage allocation'],
  ['552 5.2.2 Mailbox full', 'DATA'],
  ['552 Exceeded storage allocation', 'DATA'],
  ['450 4.1.8 Sender address', 'RCPT TO', 'outage'],
  ['451 4.1.1 Not known yet'],
  ['550 5.4.4 No route'],
  ['550 4.1.1 A mistake of the server'],
])('retries after %s', (reply, command = 'RCPT TO', verdict = 'deferred') => {
  expect(verdictOf(refusal(reply, command))).toBe(verdict);
});

it.each([
  ['550 5.7.1 Relay denied'],
  ['554 5.7.1 Relay access denied'],
  ['554 5.7.1 Rejected by policy', 'DATA'],
  ['550 Rejected by policy', 'DATA'],
  ['552 5.3.4 Message too big', 'DATA'],
  ['550 5.3.2 Not accepting'],
  ['552 5.3.4 Message too big'],
  ['451 4.3.0 Local error'],
  ['452 Insufficient system storage'],
  ['421 Too many connections'],
  ['450 4.7.1 Daily limit'],
  ['503 5.5.1 Bad sequence', 'DATA'],
  ['555 Unknown parameter'],
  ['530 Authentication required'],
  ['550 5.1.8 Bad sender'],
  ['552 5.2.2 Quota exceeded', 'MAIL FROM'],
  ['550 5.1.1 No such sender', 'MAIL FROM'],
  ['535 5.7.8 Bad credentials', 'AUTH PLAIN'],
  ['454 4.7.0 Quota exceeded', 'AUTH LOGIN'],
  ['554 No', 'CONN'],
])('treats %s as an outage of our own mail server', (reply, command = 'RCPT TO') => {
  expect(verdictOf(refusal(reply, command))).toBe('outage');
});

it('treats any other error as an outage', () => {
  expect(verdictOf(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBe('outage');
  expect(verdictOf('x')).toBe('outage');
  expect(verdictOf(undefined)).toBe('outage');
});

it('retries if any of several recipients may be accepted later', () => {
  function all(...replies: string[]) {
    const rejectedErrors = replies.map((reply) => refusal(reply));
    return Object.assign(refusal(replies.at(-1) ?? ''), { rejectedErrors });
  }
  expect(verdictOf(all('550 5.1.1 No', '550 5.1.1 No'))).toBe('refused');
  expect(verdictOf(all('552 5.2.2 Full', '550 5.1.1 No'))).toBe('deferred');
  expect(verdictOf(all('550 5.7.1 Relay denied', '552 5.2.2 Full', '550 5.1.1 No'))).toBe('outage');
});
