import { describe, expect, it } from 'vitest';

import { createSubmissionPayload } from '#support/enquiry.ts';
import { contactFormSchema, firstErrorByField } from './contact-form.ts';
import { storeSubmissionJob } from './jobs.ts';

const valid = {
  firstName: 'Thandiwe',
  lastName: 'Nkosi',
  email: 'thandiwe@example.org',
  organisation: 'Guild of Surveyors',
  message: 'We need a secretariat.',
};

function errorsFor(change: Record<string, unknown>) {
  const result = contactFormSchema.safeParse({ ...valid, ...change });
  return result.success ? {} : firstErrorByField(result.error);
}

describe('the contact form schema', () => {
  it('gives the messages that the requirements state for an empty form', () => {
    const empty = { firstName: '', lastName: '', email: '', organisation: '', message: '' };
    expect(errorsFor(empty)).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Please enter a valid email address',
      organisation: 'Organisation is required',
      message: 'Message must be at least 10 characters long',
    });
  });

  it('says that a message is too long even if it has millions of characters', () => {
    expect(errorsFor({ message: 'x'.repeat(20_000_000) })).toEqual({
      message: 'Message must be at most 5000 characters long',
    });
  });

  it('treats fields that are missing or not text as empty', () => {
    const result = contactFormSchema.safeParse({ firstName: { $gt: '' }, message: 7 });
    expect(result.success ? {} : firstErrorByField(result.error)).toEqual(
      errorsFor({ firstName: '', lastName: '', email: '', organisation: '', message: '' }),
    );
  });

  it('trims values and counts lengths after trimming', () => {
    const padded = { ...valid, firstName: '  Thandiwe ', email: ' thandiwe@example.org\t' };
    expect(contactFormSchema.parse(padded)).toEqual(valid);
    expect(errorsFor({ message: '   short   ' })).toHaveProperty('message');
  });

  it.each([
    '\u3164',
    '\u200B\u200D',
    '\u2800',
    '\u00AD',
    '\u115F\u1160',
    '\u{1D159}',
    ' \u{E0020} ',
  ])('treats a name of invisible characters as empty: %j', (blank) => {
    const names = { firstName: blank, lastName: blank, organisation: blank };
    expect(errorsFor(names)).toEqual(errorsFor({ firstName: '', lastName: '', organisation: '' }));
  });

  it('counts only the visible characters of a message', () => {
    const error = { message: 'Message must be at least 10 characters long' };
    expect(errorsFor({ message: '\u3164'.repeat(20) })).toEqual(error);
    expect(errorsFor({ message: `Hello${'\u200B'.repeat(20)}` })).toEqual(error);
    expect(errorsFor({ message: 'Hello\u200B there' })).toEqual({});
  });

  it('keeps joiners within words and emoji', () => {
    const persian = { ...valid, lastName: 'می\u200Cخواهم', message: 'Thank you ❤️ 👩‍👩‍👧‍👦' };
    expect(contactFormSchema.parse(persian)).toEqual(persian);
  });

  it('accepts a name of invisible characters in a job, because older versions accepted it', () => {
    const form = { ...valid, firstName: '\u3164' };
    expect(storeSubmissionJob.schema.parse({ ...createSubmissionPayload(), form }).form).toEqual(
      form,
    );
  });

  it.each([
    ['firstName', 100],
    ['lastName', 100],
    ['organisation', 200],
    ['message', 5000],
  ])('accepts %s up to %i characters and no more', (field, max) => {
    expect(errorsFor({ [field]: 'x'.repeat(max) })).toEqual({});
    expect(errorsFor({ [field]: 'x'.repeat(max + 1) })).toHaveProperty(field);
  });

  it('refuses an address longer than 254 characters', () => {
    const address = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`;
    expect(errorsFor({ email: address(255) })).toHaveProperty('email');
    expect(errorsFor({ email: `a@${'b'.repeat(60)}.${'c'.repeat(60)}.org` })).toEqual({});
  });

  it.each([
    'thandiwe@example.org',
    "o'neil+events@mail.example.co.za",
    'r&d@example.org',
    'first/last=dept@example.org',
    'x@1-800.example',
    'info@xn--80ak6aa92e.xn--p1ai',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.org`,
  ])('accepts the address %s', (email) => {
    expect(errorsFor({ email })).toEqual({});
  });

  it.each([
    'thandiwe',
    'thandiwe@example',
    '@example.org',
    'thandiwe@',
    'a@b@example.org',
    '.a@example.org',
    'a.@example.org',
    'a..b@example.org',
    'a b@example.org',
    'a@exam ple.org',
    'a@-example.org',
    'a@example-.org',
    'a@example..org',
    'a@example.org.',
    'a@example.o',
    'a@127.0.0.1',
    'a%example.net@example.org',
    'example.net!a@example.org',
    'a@example.org,b@example.org',
    'a@example.org?bcc=b@example.org',
  ])('refuses the address %s', (email) => {
    expect(errorsFor({ email })).toEqual({ email: 'Please enter a valid email address' });
  });

  it.each(['firstName', 'lastName', 'organisation', 'email'])(
    'refuses line breaks and other control characters in %s',
    (field) => {
      expect(errorsFor({ [field]: 'a@b.org\r\nBcc: c@d.org' })).toHaveProperty(field);
      expect(errorsFor({ [field]: 'a\u0000b' })).toHaveProperty(field);
    },
  );

  it('keeps line breaks, tabs and emoji in a message, but refuses other control characters', () => {
    const message = 'Sawubona 👋🏽\n\nΚαλημέρα,\tこんにちは 🇿🇦';
    expect(contactFormSchema.parse({ ...valid, message }).message).toBe(message);
    expect(errorsFor({ message: 'a bell \u0007 rings' })).toHaveProperty('message');
  });

  it('drops unknown properties', () => {
    const sent = JSON.parse(`{"__proto__":{"admin":true},"status":"sent"}`) as object;
    expect(contactFormSchema.parse({ ...sent, ...valid })).toEqual(valid);
  });
});
