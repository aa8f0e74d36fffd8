import { describe, expect, it } from 'vitest';

import { createEnquiry } from '#support/enquiry.ts';
import { contactFormSchema } from './contact-form.ts';
import { readEmailAddress } from './email-address.ts';

const idn = 'info@xn--bcher-kva.example';

describe('an email address as people paste it', () => {
  it.each([
    ['Thabo@Example.org', 'Thabo@Example.org'],
    [' thabo@example.org\u200b\ufeff', 'thabo@example.org'],
    ['tha\u00adbo@exam\u2060ple.org', 'thabo@example.org'],
    ['mailto:thabo@example.org', 'thabo@example.org'],
    ['MAILTO:thabo@example.org?subject=Fees&cc=a@b.example', 'thabo@example.org'],
    ['Thabo Mokoena <thabo@example.org>', 'thabo@example.org'],
    ['"Mokoena, Thabo" <mailto:thabo@example.org>', 'thabo@example.org'],
    ['<thabo@example.org>', 'thabo@example.org'],
    // Firefox leaves such a domain as it was typed, Chromium changes it.
    ['info@bücher.example', idn],
    [idn, idn],
    ['info@BÜCHER.example', idn],
    ['info@bu\u0308cher.example', idn],
    ['info@ｂücher.example', idn],
  ])('%j is accepted and stored as %j', (typed, stored) => {
    expect(readEmailAddress(typed)).toBe(stored);
    const form = createEnquiry({ email: typed });
    expect(contactFormSchema.parse(form).email).toBe(stored);
  });

  it.each([
    'thabo',
    'thabo@',
    'thabo@example',
    'thabo at example.org',
    'thäbo@example.org',
    'a@b.example, c@d.example',
    'info@bü cher.example',
    'info@bücher.example/path',
    'info@bücher%2eexample',
    'info@ex%61mple.org',
    'Thabo <thabo>',
    'thabo@example.org <',
    'thabo@example.org\nBcc: a@b.example',
    'mailto:',
  ])('%j is refused with the message of the specification', (typed) => {
    const { error } = contactFormSchema.safeParse(createEnquiry({ email: typed }));
    expect(error?.issues.map(({ message }) => message)).toContain(
      'Please enter a valid email address',
    );
  });

  it('takes no longer than a moment for hostile text', () => {
    const started = performance.now();
    for (const text of ['<'.repeat(50_000), `mailto:${' '.repeat(50_000)}`, '@'.repeat(50_000)])
      readEmailAddress(text);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
