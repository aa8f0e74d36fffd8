import { expect, it } from 'vitest';

import { companyFrom } from '../../contract/company.ts';
import { readWorkerConfig } from '../config.ts';
import { acknowledgement } from './acknowledgement.ts';

const config = readWorkerConfig({
  MAIL_FROM: 'office@example.co.za',
  COMPANY_NAME: 'Meridian & Sons',
  COMPANY_PHONE: '+27 11 555 0101',
});
const submission = {
  _id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  reference: 'FJF6-CYBM',
  email: 'thandiwe@example.org',
};

it('goes only to the visitor, as an automatic reply from our own address', () => {
  const message = acknowledgement(submission, config);
  expect(message).toMatchObject({
    from: { address: 'office@example.co.za' },
    to: [{ name: '', address: 'thandiwe@example.org' }],
    subject: 'We have received your enquiry (FJF6-CYBM)',
    headers: { 'Auto-Submitted': 'auto-replied' },
  });
  expect(message).not.toHaveProperty('replyTo');
});

it('gives the reference, what happens next and how to reach us', () => {
  const { text, html } = acknowledgement(submission, config);
  expect(text).toContain('Meridian & Sons');
  expect(html).toContain('Meridian &amp; Sons');
  for (const part of [text, html]) {
    expect(part).toContain('FJF6-CYBM');
    expect(part).toContain('What happens next');
    expect(part).toContain('+27 11 555 0101');
    expect(part).toContain('Monday - Friday: 8:00 AM - 4:00 PM');
  }
});

it('links to phone, email and map', () => {
  const { html } = acknowledgement(submission, config);
  expect(html).toContain('href="tel:+27115550101"');
  expect(html).toContain('href="mailto:clientservices@example.co.za?subject=Enquiry%20FJF6-CYBM"');
  expect(html).toContain('&amp;query=1%20Example%20Street%2C%20Sandton%2C%20Johannesburg');
  expect(html).toContain('href="mailto:privacy@example.co.za"');
});

it('has a plain-text version', () => {
  expect(acknowledgement(submission, config).text).toBe(`Good day,

Thank you for contacting Meridian & Sons. We have received your enquiry. Your reference is FJF6-CYBM. Please quote it if you write or phone about this enquiry.

What happens next: a member of our team will read your enquiry and reply to you at this address. You don't need to do anything else.

Other ways to reach us:
+27 11 555 0101
clientservices@example.co.za
Monday - Friday: 8:00 AM - 4:00 PM
Saturday: By Appointment
Sunday: Closed

Kind regards,
Meridian & Sons
1 Example Street
Sandton
Johannesburg
2196
South Africa

If you did not contact us, someone may have entered your email address by mistake. You can ignore this message, or write to privacy@example.co.za and we will delete the enquiry.
`);
});

it('promises a reply time if one is set', () => {
  const promise = (config: Parameters<typeof acknowledgement>[1]) =>
    /reply to you at this address[^.]*\./.exec(acknowledgement(submission, config).text)?.[0];
  expect(promise(config)).toBe('reply to you at this address.');
  const company = companyFrom({ REPLY_WITHIN: 'one working day' });
  expect(promise({ ...config, company })).toBe(
    'reply to you at this address within one working day.',
  );
});

it('repeats nothing from the form', () => {
  const typed = {
    firstName: 'MARKED',
    lastName: 'MARKED',
    organisation: 'MARKED',
    message: 'MARKED',
  };
  expect(JSON.stringify(acknowledgement({ ...submission, ...typed }, config))).not.toContain(
    'MARKED',
  );
});
